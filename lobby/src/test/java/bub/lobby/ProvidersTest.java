package bub.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Version;
import bub.protocol.lobby.VersionRange;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Choice of a provider when any provider will do. */
class ProvidersTest {
  private final Registry registry = new Registry(id -> !id.value().startsWith("far"));
  private long lastId;

  @Test
  void theOneWithLeastToDoIsAsked() {
    RegisteredAgent busy = online("busy", "1.0.0");
    online("idle", "1.0.0");
    busy.began();

    assertThat(chosen("*")).isEqualTo("idle");
    assertThat(chosen("*")).isEqualTo("idle");
  }

  @Test
  void thoseWhoAreEquallyBusyAreAskedInTurn() {
    online("a", "1.0.0");
    online("b", "1.0.0");
    online("c", "1.0.0");

    assertThat(List.of(chosen("*"), chosen("*"), chosen("*"), chosen("*")))
        .containsExactly("a", "b", "c", "a");
  }

  @Test
  void whoIsNotHereOrHasAnotherVersionIsNotAsked() {
    RegisteredAgent gone = online("gone", "2.0.0");
    online("old", "1.0.0");
    online("new", "2.1.0");
    registry.seen(gone, false, Instant.EPOCH);

    assertThat(chosen("^2")).isEqualTo("new");
    assertThat(chosen("^3")).isEqualTo("nobody");
  }

  @Test
  void thoseOfThisNodeAreAskedFirst() {
    online("far-away", "1.0.0");
    RegisteredAgent near = online("near", "1.0.0");
    near.began();
    assertThat(List.of(chosen("*"), chosen("*"))).containsExactly("near", "near");

    registry.seen(near, false, Instant.EPOCH);
    assertThat(chosen("*")).isEqualTo("far-away");
  }

  @Test
  void thoseOnlineAreListedFirst() {
    RegisteredAgent gone = online("gone", "1.0.0");
    online("here", "1.0.0");
    registry.seen(gone, false, Instant.EPOCH);

    assertThat(registry.named("price").all().map(offer -> offer.agent().id().value()))
        .containsExactly("here", "gone");
  }

  @Test
  void whatIsWithdrawnIsOfferedByNobody() {
    RegisteredAgent agent = online("a", "1.0.0");
    registry.put(agent, List.of());
    assertThat(chosen("*")).isEqualTo("nobody");

    registry.remove(agent);
    assertThat(registry.find(agent.id())).isNull();
    assertThat(registry.online()).isZero();
  }

  private RegisteredAgent online(String id, String version) {
    var agent =
        new RegisteredAgent(
            new Address(id),
            new AgentCredentials(new byte[32], null),
            Instant.EPOCH,
            Instant.EPOCH);
    var capability =
        Capability.named("price", "").withVersion(Objects.requireNonNull(Version.parse(version)));
    registry.put(agent, List.of(Offer.of(++lastId, agent, capability)));
    registry.seen(agent, true, Instant.EPOCH);
    return agent;
  }

  private String chosen(String range) {
    Offer offer =
        registry
            .named("price")
            .leastBusy(Objects.requireNonNull(VersionRange.parse(range)), _ -> true);
    return offer == null ? "nobody" : offer.agent().id().value();
  }
}
