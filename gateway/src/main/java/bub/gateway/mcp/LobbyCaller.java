package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.ClientEnvironment;
import bub.gateway.caller.PrincipalLinks;
import bub.gateway.lobby.AckedOrder;
import bub.gateway.lobby.CallerLobby;
import bub.gateway.lobby.CapabilityOrder;
import bub.gateway.lobby.LobbyCall;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.lobby.LobbyTypes;
import org.jspecify.annotations.Nullable;

/** Calls of capabilities as the principal of the caller. Safe for any thread; calls block. */
final class LobbyCaller {
  /** {@code provider} is null when the lobby chooses. */
  record Target(@Nullable Address provider, String capability) {}

  private final CallerLobby requests;

  LobbyCaller(PrincipalLinks links, ClientEnvironment environment) {
    this.requests = new CallerLobby(links, environment);
  }

  /** One call; its ack has the answer of the provider, of whatever kind. */
  AckedOrder call(RequestContext context, Target target, RawJson arguments, InputAnswers answers)
      throws HttpRefusal, InterruptedException {
    return ask(context, LobbyTypes.REQUEST, order(target, arguments, answers));
  }

  /** The same without blocking; null when the caller has no open link. */
  @Nullable LobbyCall start(
      RequestContext context, Target target, RawJson arguments, InputAnswers answers) {
    return requests.start(
        context.caller(),
        LobbyTypes.REQUEST,
        order(target, arguments, answers),
        news -> ProgressForwarder.pass(news, context));
  }

  private static RawJson order(Target target, RawJson arguments, InputAnswers answers) {
    return new CapabilityOrder(
            target.provider(), target.capability(), arguments, answers.responses(), answers.state())
        .content();
  }

  RawJson discover(RequestContext context, JsonValue query)
      throws HttpRefusal, InterruptedException {
    Ack ack = ask(context, LobbyTypes.DISCOVER, query.toRaw()).ack();
    if (!ack.success()) {
      throw new HttpRefusal(400, "refused", ack.message());
    }
    return ack.payload();
  }

  private AckedOrder ask(RequestContext context, String type, RawJson content)
      throws HttpRefusal, InterruptedException {
    return requests.ask(
        context.caller(), type, content, news -> ProgressForwarder.pass(news, context));
  }
}
