package bub.bus.lobby;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.LobbyStatus;
import bub.protocol.lobby.Registration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handler of orders to the lobby from either wire. Hub thread only. */
record LobbyOrderHandler(Lobby lobby) {

  void carryOut(LobbyOrder order, LobbyExchange exchange) {
    Address from = exchange.from();
    LobbyTrail trail = exchange.trail();
    switch (order) {
      case LobbyOrder.Register(var offer, var terms) ->
          lobby.register(
              from,
              offer,
              terms.conversation(),
              trail,
              outcome -> {
                note(trail, outcome);
                exchange.answer(of(outcome, LobbyStatus.REGISTERED, terms.spokenVersion()));
              });
      case LobbyOrder.Update(var change) ->
          lobby.update(from, change, trail, answering(exchange, LobbyStatus.UPDATED));
      case LobbyOrder.Deregister() ->
          lobby.deregister(from, trail, answering(exchange, LobbyStatus.DEREGISTERED));
      case LobbyOrder.Discover(var query) ->
          lobby.discover(from, query, trail, new Findings<>(exchange));
      case LobbyOrder.ListAgents(var query) -> lobby.list(query, new Findings<>(exchange));
      case LobbyOrder.Call(var call) -> lobby.call(exchange.delivery(), call);
    }
  }

  private static void note(LobbyTrail trail, Registration outcome) {
    switch (outcome) {
      case Registration.Done _ -> trail.note(LobbyEvent.AGENT_REGISTRATION_FINALIZED, null);
      case Registration.Refused(_, String problem) ->
          trail.note(LobbyEvent.AGENT_REGISTRATION_REFUSED, problem);
    }
  }

  private Consumer<Registration> answering(LobbyExchange exchange, String status) {
    return outcome -> exchange.answer(of(outcome, status, null));
  }

  private LobbyAnswer of(Registration outcome, String status, @Nullable String version) {
    return switch (outcome) {
      case Registration.Done(String newToken) ->
          new LobbyAnswer.Done(new LobbyStatus(status, lobby.id(), newToken, version));
      case Registration.Refused(var code, String problem) -> new LobbyAnswer.Refused(code, problem);
    };
  }

  private record Findings<T extends JsonValue>(LobbyExchange exchange) implements Lobby.Answer<T> {
    @Override
    public void give(T found) {
      exchange.answer(new LobbyAnswer.Found(found));
    }

    @Override
    public void fail(String problem) {
      exchange.answer(new LobbyAnswer.Unavailable(problem));
    }
  }
}
