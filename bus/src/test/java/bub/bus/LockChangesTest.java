package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import bub.bus.policy.BusLock;
import bub.bus.policy.StoredToken;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Connections that stay open while the lock of their bus changes. */
class LockChangesTest extends LockFixture {
  @Test
  void aClosedBusKeepsWhoIsInAndLetsNobodyElseIn() {
    String token = grant("agent:a", List.of(), List.of(), Set.of(), false, true, null);
    lock();
    RawPeer inside = bus.connect(Dialects.ADDRESS);
    inside.result("initialize", initialize("agent:a", token));

    bus.hub.use(BusLock.of(List.copyOf(grants), bus.time).closed("tokens.json is missing"));

    assertThat(inside.result("getStatus", "{}").get("connections")).hasSize(1);
    assertThat(inside.result("getMetrics", "{}").get("metrics").get("lock_failing").asInt())
        .isOne();
    assertThat(refusal("{\"clientId\":\"agent:b\"}")).isEqualTo("unauthenticated");
    assertThat(refusal(initialize("agent:a", token))).isEqualTo("tokens_unavailable");
  }

  @Test
  void anOpenBusKnowsItsOwnPartsAndLockingItDropsNoneOfThem() {
    String token = grant("agent:helper", List.of(), List.of(), Set.of(), false, false, null);
    openWithOwn();
    RawPeer part = bus.connect(Dialects.ADDRESS);
    part.result("initialize", initialize("agent:helper", token));
    TestPeer stranger = bus.peer("agent:early");

    bus.hub.use(BusLock.of(List.of(), List.copyOf(grants), bus.time));

    part.result("sendMessage", message("agent:helper", "x"));
    assertThat(stranger.closed()).contains("locked");
  }

  @Test
  void aTokenThatTheBusHearsOfLaterIsRecognizedThen() {
    bus.hub.use(BusLock.of(null, List.of(), bus.time));
    String token = grant("agent:helper", List.of(), List.of(), Set.of(), false, false, null);
    RawPeer part = bus.connect(Dialects.ADDRESS);
    part.result("initialize", initialize("agent:helper", token));
    openWithOwn();

    bus.hub.use(BusLock.of(List.of(), List.copyOf(grants), bus.time));

    part.result("sendMessage", message("agent:helper", "x"));
  }

  @Test
  void aTokenThatIsRecognizedLaterDoesNotKeepWhatItDoesNotGrant() {
    String token = grant("agent:helper", List.of(), List.of(), Set.of(), false, false, null);
    RawPeer greedy = bus.connect(Dialects.ADDRESS);
    greedy.result("initialize", initialize("agent:helper", token));
    greedy.result("subscribe", "{\"address\":\"*\"}");

    lock();

    assertThat(bus.hub.peers()).isZero();
  }

  @Test
  void nobodyUsesTheIdOfAPartWithoutItsTokenEvenOnAnOpenBus() {
    TestPeer early = bus.peer("agent:system");
    String token =
        grant("agent:system", List.of("system:*"), List.of(), Set.of(), false, false, null);
    grants.replaceAll(
        grant -> new StoredToken(grant.principal(), grant.hash(), grant.createdAt(), true));
    openWithOwn();

    assertThat(early.closed()).isNotNull();
    for (var dialect : Dialects.all(bus.time)) {
      RawPeer impostor = bus.connect(dialect);
      assertThat(impostor.errorCode("initialize", "{\"clientId\":\"agent:system\"}"))
          .isEqualTo(-32602);
      assertThat(reason(impostor)).isEqualTo("reserved");
    }
    bus.connect(Dialects.ADDRESS).result("initialize", initialize("agent:system", token));
    assertThat(refusal("{\"clientId\":\"agent:system\"}")).isEqualTo("reserved");
    bus.peer("tg:7");
  }

  private void openWithOwn() {
    bus.hub.use(BusLock.of(null, List.copyOf(grants), bus.time));
  }
}
