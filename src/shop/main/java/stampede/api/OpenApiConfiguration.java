package stampede.api;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.DateSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Arrays;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.HandlerMethod;
import stampede.account.AccountId;
import stampede.account.CurrentAccount;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.order.OrderId;
import stampede.picture.PictureId;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseRequest;
import stampede.refusal.RefusalReason;

/** What the OpenAPI page says beyond the controllers' signatures: who may call, what ids look like, and the one shape of errors. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    private static final String BEARER = "accessToken";
    private static final String PROBLEM = "Problem";

    static {
        var shapes = SpringDocUtils.getConfig().addAnnotationsToIgnore(CurrentAccount.class);
        List.of(AccountId.class, OfferId.class, SlotId.class, OrderId.class, PictureId.class)
                .forEach(id -> shapes.replaceWithSchema(id, new StringSchema().pattern("[1-9][0-9]*")));
        shapes.replaceWithSchema(RefusalReason.class, reasons());
        shapes.replaceWithSchema(DayParameter.class, new DateSchema());
        shapes.replaceWithSchema(PurchaseId.class, new StringSchema().pattern(PurchaseId.FORM));
        shapes.replaceWithSchema(IdempotencyKey.class, new StringSchema().pattern(PurchaseRequest.IDEMPOTENCY_KEY));
    }

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info().title("Stampede").version("v1").description("""
                        A flash-sale shop. Ids are strings, money is an integer of fen, instants are ISO-8601 in UTC, lists are paged.
                        A purchase is answered 202 at once; ask its Location until it is PLACED or REFUSED.
                        Every no is problem details (RFC 9457) with a reason; GET /problems explains them all."""))
                .components(new Components()
                        .addSecuritySchemes(BEARER, bearer())
                        .addSchemas(PROBLEM, problem())
                        .addResponses(PROBLEM, problemResponse()));
    }

    /** An operation that asks who calls needs a token. */
    @Bean
    OperationCustomizer signInAndProblems() {
        return (operation, method) -> {
            if (asksWhoCalls(method)) {
                operation.addSecurityItem(new SecurityRequirement().addList(BEARER));
            }
            operation.getResponses().addApiResponse("default", new ApiResponse().$ref(PROBLEM));
            return operation;
        };
    }

    private static boolean asksWhoCalls(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> parameter.hasParameterAnnotation(CurrentAccount.class));
    }

    private static SecurityScheme bearer() {
        return new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .bearerFormat("JWT")
                .description("The accessToken of POST /api/v1/tokens");
    }

    private static Schema<?> problem() {
        var field = new ObjectSchema()
                .addProperty("field", new StringSchema().description("A member of the body, a parameter or a header"))
                .addProperty("message", new StringSchema().description("What is wrong with it"));
        return new ObjectSchema()
                .addProperty("type", new StringSchema().description("An address that explains the reason"))
                .addProperty("title", new StringSchema().description("What it is, in the language asked for"))
                .addProperty("status", new IntegerSchema().description("The HTTP status"))
                .addProperty("detail", new StringSchema().description("What to do now, in the language asked for"))
                .addProperty("reason", reasons())
                .addProperty("errors", new ArraySchema().items(field).description("With INVALID_REQUEST"))
                .addProperty("challenge", puzzle())
                .addProperty("wait", waiting());
    }

    private static Schema<?> puzzle() {
        var hex = "[0-9a-f]{64}";
        return new ObjectSchema()
                .description(
                        "With CHALLENGE: find the number, and send it as Challenge-Proof. ALTCHA's form, version 1")
                .addProperty("algorithm", new StringSchema().addEnumItem("SHA-256"))
                .addProperty(
                        "challenge",
                        new StringSchema().pattern(hex).description("The SHA-256 of the salt and the number behind it"))
                .addProperty("maxnumber", new IntegerSchema().description("The number is from 0 to this"))
                .addProperty("salt", new StringSchema().description("To be sent back as it is"))
                .addProperty("signature", new StringSchema().pattern(hex).description("To be sent back as it is"));
    }

    private static Schema<?> waiting() {
        return new ObjectSchema()
                .description("With CHALLENGE: instead of the work")
                .addProperty("proof", new StringSchema().description("To be sent as Challenge-Proof"))
                .addProperty("seconds", new IntegerSchema().description("From then on it is good, for two minutes"));
    }

    private static StringSchema reasons() {
        var reasons = new StringSchema();
        ApiRefusal.all().keySet().forEach(reasons::addEnumItem);
        return reasons;
    }

    private static ApiResponse problemResponse() {
        var schema = new Schema<>().$ref(PROBLEM);
        return new ApiResponse()
                .description("No, for a reason with a name. 429 and 503 come with Retry-After in seconds.")
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(schema)));
    }
}
