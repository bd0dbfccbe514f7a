package stampede.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.ids.Ids;
import stampede.purchase.DeliveryAddress;
import stampede.stock.ConcurrentCalls;

@StampedeTest
class AddressBookTests {

    private static final AddressFields HOME = new AddressFields(" 李娜 ", "138 0000 0011", "浙江省杭州市西湖区", "龙井路 1 号");
    private static final AddressFields WORK = new AddressFields("Ann Lee", "", "", "Long Street 2");

    @Autowired
    private AddressBook book;

    @Autowired
    private Ids ids;

    private AccountId shopper;
    private AccountId stranger;

    @BeforeEach
    void twoShoppers() {
        shopper = new AccountId(ids.next());
        stranger = new AccountId(ids.next());
    }

    @Test
    void theFirstOfABookIsItsDefaultAndOneOfItAlwaysIs() {
        var home = book.add(shopper, HOME);
        var work = book.add(shopper, WORK);
        assertThat(book.list(shopper)).containsExactly(new Address(home.id(), HOME, true), work);
        assertThat(home.line()).isEqualTo("李娜 138 0000 0011 浙江省杭州市西湖区 龙井路 1 号");

        book.makeDefault(shopper, work.id());
        assertThat(defaults()).containsExactly(work.id());

        book.remove(shopper, work.id());
        assertThat(defaults()).containsExactly(home.id());
        book.remove(shopper, home.id());
        assertThat(book.list(shopper)).isEmpty();
    }

    @Test
    void aChangedAddressIsAnotherSoThatAnOldPageSendsNothingToTheNewOne() {
        var home = book.add(shopper, HOME);
        book.list(shopper);

        var moved = book.change(shopper, home.id(), WORK);

        assertThat(moved.id()).isNotEqualTo(home.id());
        assertThat(book.list(shopper)).containsExactly(new Address(moved.id(), WORK, true));
        assertThat(book.line(shopper, home.id())).as("the page that shows it").contains(home.line());
        assertThat(book.find(shopper, home.id())).isEmpty();
        assertThat(book.change(shopper, moved.id(), WORK)).as("nothing new").isEqualTo(moved);
    }

    @Test
    void somebodyElsesIsAsGoodAsNone() {
        var home = book.add(shopper, HOME);
        book.list(shopper);

        assertThat(book.list(stranger)).isEmpty();
        assertThat(book.find(stranger, home.id())).isEmpty();
        assertThat(book.line(stranger, home.id())).isEmpty();
        assertRefused(AddressRefusal.NO_SUCH_ADDRESS, () -> book.change(stranger, home.id(), WORK));
        assertRefused(AddressRefusal.NO_SUCH_ADDRESS, () -> book.remove(stranger, home.id()));
        assertRefused(AddressRefusal.NO_SUCH_ADDRESS, () -> book.makeDefault(stranger, home.id()));
        assertThat(book.list(shopper)).containsExactly(home);
    }

    @Test
    void twentyAreTheMostAlsoIfManyAreAddedAtOnce() throws InterruptedException {
        for (var number = 0; number < AddressBook.MOST - 3; number++) {
            book.add(shopper, WORK);
        }
        Callable<Boolean> add = () -> {
            try {
                book.add(shopper, HOME);
                return true;
            } catch (AddressRefused full) {
                assertThat(full.reason()).isEqualTo(AddressRefusal.ADDRESS_BOOK_FULL);
                return false;
            }
        };

        var added = ConcurrentCalls.run(4, Collections.nCopies(8, add));

        assertThat(added).filteredOn(Boolean::booleanValue).hasSize(3);
        assertThat(book.list(shopper)).hasSize(AddressBook.MOST);
        assertThat(defaults()).hasSize(1);
    }

    @Test
    void oneIsTheDefaultAlsoIfTwoAreMadeItAtOnce() throws InterruptedException {
        var all = Stream.generate(() -> book.add(shopper, HOME)).limit(4).toList();
        var calls = IntStream.range(0, 20)
                .<Callable<Boolean>>mapToObj(turn -> () -> {
                    book.makeDefault(shopper, all.get(turn % all.size()).id());
                    return true;
                })
                .toList();

        assertThat(ConcurrentCalls.run(4, calls)).hasSize(20).containsOnly(true);

        assertThat(defaults()).hasSize(1);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(new AddressFields("", "", "", "West Lake 1"), AddressRefusal.FIELD_MISSING, "name"),
                Arguments.of(new AddressFields("Ann", "", "", "  "), AddressRefusal.FIELD_MISSING, "street"),
                Arguments.of(
                        new AddressFields("x".repeat(41), "", "", "West Lake 1"),
                        AddressRefusal.FIELD_TOO_LONG,
                        "name"),
                Arguments.of(new AddressFields("Ann", "", "", "x".repeat(78)), AddressRefusal.FIELD_TOO_LONG, "street"),
                Arguments.of(
                        new AddressFields("Ann", "", "x".repeat(61), "West Lake 1"),
                        AddressRefusal.FIELD_TOO_LONG,
                        "region"),
                Arguments.of(
                        new AddressFields("Ann", "1".repeat(21), "", "West Lake 1"),
                        AddressRefusal.FIELD_TOO_LONG,
                        "phone"),
                Arguments.of(new AddressFields("Ann", "call me", "", "West Lake 1"), AddressRefusal.BAD_PHONE, "phone"),
                Arguments.of(new AddressFields("Ann", "", "", "West\nLake 1"), AddressRefusal.BAD_CHARACTERS, "street"),
                Arguments.of(
                        new AddressFields("Ann\u202E", "", "", "West Lake 1"), AddressRefusal.BAD_CHARACTERS, "name"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatCannotBeIsRefusedByItsField(AddressFields fields, AddressRefusal reason, String field) {
        assertThatThrownBy(() -> book.add(shopper, fields)).isInstanceOfSatisfying(AddressRefused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.field()).isEqualTo(field);
        });
        assertThat(book.list(shopper)).isEmpty();
    }

    @Test
    void theLongestOneFitsIntoAnOrder() {
        var longest = book.add(
                shopper,
                new AddressFields(
                        "x".repeat(AddressFields.LONGEST_NAME),
                        "1".repeat(AddressFields.LONGEST_PHONE),
                        "x".repeat(AddressFields.LONGEST_REGION),
                        "x".repeat(AddressFields.LONGEST_STREET)));

        assertThat(longest.line()).hasSize(DeliveryAddress.LONGEST);
        assertThat(DeliveryAddress.isGood(longest.line())).isTrue();
        assertThat(book.find(shopper, longest.id())).contains(longest);
    }

    private List<AddressId> defaults() {
        return book.list(shopper).stream()
                .filter(Address::isDefault)
                .map(Address::id)
                .collect(Collectors.toList());
    }

    private static void assertRefused(AddressRefusal reason, ThrowingCallable act) {
        assertThatThrownBy(act)
                .isInstanceOfSatisfying(
                        AddressRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
