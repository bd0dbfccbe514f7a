package stampede.payment;

import static org.hamcrest.Matchers.startsWith;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import stampede.audit.SecurityLog;

/** What Alipay hears when the shop could not keep what it was told. */
class AlipayNotifyControllerTests {

    @ParameterizedTest
    @MethodSource("failures")
    void neverAnswersSuccessForWhatWasNotKept(RuntimeException failure, int status) throws Exception {
        var notifications = mock(AlipayNotifications.class);
        when(notifications.take(any())).thenThrow(failure);
        var door = MockMvcBuilders.standaloneSetup(new AlipayNotifyController(notifications, SecurityLog.events()))
                .build();

        door.perform(post(AlipayNotifyController.PATH).content("notify_id=1"))
                .andExpect(status().is(status))
                .andExpect(content().string("fail"))
                .andExpect(header().string("Content-Type", startsWith("text/plain")));
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new CannotCreateTransactionException("The database is away"), 503),
                Arguments.of(new DataAccessResourceFailureException("The connection broke"), 503),
                Arguments.of(new CannotAcquireLockException("Two waited for each other"), 503),
                Arguments.of(new TransactionSystemException("The commit got no answer"), 503),
                Arguments.of(new IllegalStateException("A surprise"), 500));
    }
}
