package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.ClientEnvironment;
import bub.gateway.caller.PrincipalLinks;
import bub.gateway.lobby.CallerLobby;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls of capabilities as the principal of the caller. Safe for any thread; calls block. */
final class LobbyCaller {
  /** {@code provider} is null when the lobby chooses. */
  record Target(@Nullable Address provider, String capability) {}

  private final CallerLobby requests;

  LobbyCaller(PrincipalLinks links, ClientEnvironment environment) {
    this.requests = new CallerLobby(links, environment);
  }

  ToolOutcome call(ToolCallContext context, Target target, RawJson arguments, boolean keepsStatus)
      throws HttpRefusal, InterruptedException {
    JsonWriter content = new JsonWriter();
    content.extended(
        arguments.fields().without("agent_id").fields().without("capability_name"),
        more -> {
          Address provider = target.provider();
          more.field("agent_id", provider == null ? "any" : provider.value());
          more.field("capability_name", target.capability());
        });
    Ack ack = ask(context, LobbyTypes.REQUEST, RawJson.trusted(content.toByteArray()));
    return ack.success() ? success(ack.payload(), keepsStatus) : failure(ack);
  }

  RawJson discover(ToolCallContext context, JsonValue query)
      throws HttpRefusal, InterruptedException {
    Ack ack = ask(context, LobbyTypes.DISCOVER, query.toRaw());
    if (!ack.success()) {
      throw new HttpRefusal(400, "refused", ack.message());
    }
    return ack.payload();
  }

  private Ack ask(ToolCallContext context, String type, RawJson content)
      throws HttpRefusal, InterruptedException {
    return requests.ask(
        context.caller(), type, content, news -> context.progress().accept(progress(news)));
  }

  private static String progress(Envelope news) {
    try {
      RawJson response = news.payload().fields().object("content").fields().object("response");
      RawJson details = response.fields().without("status");
      RawJson message = details.fields().find("message");
      return message != null && message.isString() ? message.asString() : details.toString();
    } catch (InvalidField odd) {
      return "in progress";
    }
  }

  private static ToolOutcome success(RawJson payload, boolean keepsStatus) {
    return ToolOutcome.output(keepsStatus ? payload : payload.fields().without("status"));
  }

  private static ToolOutcome failure(Ack ack) {
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String error = response.error();
    String text = error == null ? ack.message() : error;
    String violations =
        response.violations().stream()
            .filter(violation -> !violation.path().isEmpty())
            .map(violation -> "\n" + violation.path() + ": " + violation.problem())
            .collect(Collectors.joining());
    return ToolOutcome.error(text + violations);
  }
}
