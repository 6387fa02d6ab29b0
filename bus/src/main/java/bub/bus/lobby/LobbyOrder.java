package bub.bus.lobby;

import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.RegistrationTerms;
import bub.protocol.lobby.ServiceCall;

/** Order to the lobby, in the form that both wires share. */
sealed interface LobbyOrder {

  record Register(CapabilityChange offer, RegistrationTerms terms) implements LobbyOrder {}

  record Update(CapabilityChange change) implements LobbyOrder {}

  record Deregister() implements LobbyOrder {}

  record Discover(Discovery query) implements LobbyOrder {}

  record ListAgents(AgentPage.Query query) implements LobbyOrder {}

  record Call(ServiceCall call) implements LobbyOrder {}
}
