package stampede.replica;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import stampede.listing.ReplicaListRepository;
import stampede.testing.ModuleRules;

/** Who may read the replica: reports and lists of what was, which nothing is decided by. */
class ReplicaRulesTests {

    /** Statements by the replica's client. The desk only says on each page how old it is. */
    private static final String[] REPORTS = {
        "stampede.replica..",
        "stampede.report..",
        "stampede.settlement..",
        "stampede.pulse..",
        "stampede.pastsale..",
        "stampede.listing..",
        "stampede.desk.."
    };

    /** Lists of pages. */
    private static final String[] LISTS = {
        "stampede.listing..",
        "stampede.orderadmin..",
        "stampede.paymentadmin..",
        "stampede.settlement..",
        "stampede.report..",
        "stampede.archive..",
        "stampede.coupon..",
        "stampede.compensation.."
    };

    @Test
    void onlyReportsAndListsReadTheReplica() {
        noClasses()
                .that()
                .resideOutsideOfPackages(REPORTS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("stampede.replica..")
                .check(ModuleRules.CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackages(LISTS)
                .should()
                .dependOnClassesThat(type(ReplicaListRepository.class))
                .check(ModuleRules.CLASSES);
    }

    /** In modules that decide as well, these classes and no others. */
    @Test
    void inTheirModulesAreNamedClassesOnly() {
        var readers = ModuleRules.CLASSES.stream()
                .filter(each -> each.getConstructors().stream()
                        .anyMatch(constructor -> constructor.getParameters().stream()
                                        .anyMatch(parameter -> parameter.isAnnotatedWith(FromReplica.class))
                                || constructor.getRawParameterTypes().stream()
                                        .anyMatch(given -> given.isEquivalentTo(ReplicaListRepository.class))))
                .map(each -> each.getSimpleName());

        assertThat(readers)
                .containsExactlyInAnyOrder(
                        "ArchiveRepository",
                        "CompensationRepository",
                        "CouponSearchRepository",
                        "OpenedOfferRepository",
                        "OrderSearchRepository",
                        "PastSaleRepository",
                        "PaymentSearchRepository",
                        "ReplicaListRepository",
                        "SaleCurveRepository",
                        "SaleFigureRepository",
                        "SaleMinuteRepository",
                        "SaleReportRepository",
                        "SaleTotalsRepository",
                        "SettlementReports",
                        "SettlementSearchRepository",
                        "WeekReportRepository");
    }

    /** Past the annotation nobody gets at it by a bean's name. */
    @Test
    void nobodyAsksForItByName() {
        assertThat(ModuleRules.CLASSES.stream()
                        .flatMap(each -> each.getConstructors().stream())
                        .flatMap(constructor -> constructor.getParameters().stream())
                        .filter(parameter -> parameter.isAnnotatedWith(Qualifier.class))
                        .filter(parameter -> parameter
                                .getAnnotationOfType(Qualifier.class)
                                .value()
                                .startsWith("replica")))
                .isEmpty();
    }
}
