package bub.gateway.a2a.task;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.ToolAnnotations;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.Services.Service;

/** Decision whether a call of a capability may be made a second time. */
enum Repeatability {
  /** A provider is online, and a second call does no harm. */
  NOW,
  /** No provider is online. */
  LATER,
  /** A second call could do the work twice. */
  NEVER;

  /** Asks the lobby; a capability counts as all of its providers describe it, online or not. */
  static Repeatability of(String capability, LobbyClient lobby, CapabilityCatalog catalog)
      throws InterruptedException {
    try {
      CapabilityRef wanted = CapabilityRef.check("capability", capability);
      for (Service provider :
          lobby.discover(Discovery.byName(capability).atMost(Discovery.MAX_LIMIT)).found()) {
        for (RawJson offered : provider.capabilities()) {
          if (!ToolAnnotations.allowsRepetition(offered)) {
            return NEVER;
          }
        }
      }
      boolean isOnline =
          catalog.offers().stream().anyMatch(offer -> isWanted(offer.capability(), wanted));
      return isOnline ? NOW : LATER;
    } catch (InvalidField odd) {
      return NEVER;
    } catch (CallRefused | NoAnswer away) {
      return LATER;
    }
  }

  private static boolean isWanted(Capability offered, CapabilityRef wanted) {
    return offered.name().equals(wanted.name()) && wanted.versions().contains(offered.version());
  }
}
