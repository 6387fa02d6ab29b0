package bub.bus.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for sending as another address, for spawn requests and for session orders. */
class PolicyTest {
  private record Peer(Address clientId, @Nullable Principal principal) implements SenderInfo {
    @Override
    public boolean hasStrictTypes() {
      return false;
    }

    @Override
    public boolean intercepts() {
      return false;
    }
  }

  private final Map<Address, SenderInfo> live = new HashMap<>();
  private final Set<Address> elsewhere = new HashSet<>();
  private final ReservedAddresses reserved = new ReservedAddresses(List.of(Pattern.of("mail:*")));
  private long nanos;
  private final Policy policy =
      new Policy(
          live::get,
          elsewhere::contains,
          reserved,
          TypeRules.builtIn(false),
          RateLimits.standard().withSpawnRequests(3),
          () -> nanos);

  private Peer stranger(String clientId) {
    return join(new Peer(new Address(clientId), null));
  }

  private Peer holder(String clientId, boolean operator, String... sendAs) {
    return new Peer(
        new Address(clientId.replace("*", "1")),
        new Principal(
            "id",
            Pattern.of(clientId),
            List.of(),
            Stream.of(sendAs).map(Pattern::of).toList(),
            Set.of(),
            false,
            operator,
            null));
  }

  private Peer join(Peer peer) {
    live.put(peer.clientId(), peer);
    reserved.joined(peer);
    return peer;
  }

  private @Nullable RefusalReason refusal(SenderInfo sender, String from, String type) {
    return refusal(sender, from, "agent:a", type);
  }

  private @Nullable RefusalReason refusal(SenderInfo sender, String from, String to, String type) {
    var envelope =
        new Envelope(
            new Address(from),
            new Address(to),
            new MessageId("m"),
            RawJson.trusted(("{\"type\":\"" + type + "\"}").getBytes(UTF_8)));
    return policy.judge(sender, envelope) instanceof PolicyDecision.Refused refused
        ? refused.why()
        : null;
  }

  private @Nullable RefusalReason refusalToSendAs(SenderInfo sender, String from) {
    return refusal(sender, from, "hello");
  }

  // ---- from

  @ParameterizedTest
  @ValueSource(strings = {"agent:system", "agent:console", "telegram-bridge"})
  void nobodySendsAsAPartOfBubExceptThatPart(String part) {
    assertThat(refusalToSendAs(stranger("agent:x"), part))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
    assertThat(refusalToSendAs(stranger(part), part)).isNull();
  }

  @Test
  void nobodySendsAsAPeerOfAnotherNode() {
    elsewhere.add(new Address("agent:2"));

    assertThat(refusalToSendAs(stranger("agent:1"), "agent:2"))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
  }

  @Test
  void nobodySendsAsAnAddressThatABridgeCovers() {
    Peer bridge = join(holder("telegram-bridge", false, "tg:*"));
    Peer stranger = stranger("agent:x");

    assertThat(refusalToSendAs(stranger, "tg:123")).isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
    assertThat(refusalToSendAs(bridge, "tg:123")).isNull();
    assertThat(refusalToSendAs(stranger, "web:1")).isNull();
  }

  @Test
  void aChatThatIsConnectedUnderItsOwnIdKeepsWorkingBesideABridge() {
    join(holder("telegram-bridge", false, "tg:*"));

    assertThat(refusalToSendAs(stranger("tg:7"), "tg:7")).isNull();
    assertThat(refusalToSendAs(stranger("tg:7"), "tg:8"))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
  }

  @Test
  void addressesAreFreeAgainWhenTheBridgeIsGone() {
    Peer bridge = join(holder("telegram-bridge", false, "tg:*"));
    reserved.left(bridge);

    assertThat(refusalToSendAs(stranger("agent:x"), "tg:123")).isNull();
  }

  @Test
  void addressesOfABridgeThatStartsWithTheBusAreNeverFree() {
    Peer bridge = holder("mail-bridge", false, "mail:*");

    assertThat(refusalToSendAs(stranger("agent:x"), "mail:1"))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
    assertThat(refusalToSendAs(stranger("mail:2"), "mail:2")).isNull();
    assertThat(refusalToSendAs(join(bridge), "mail:1")).isNull();
    reserved.left(bridge);
    assertThat(refusalToSendAs(stranger("agent:x"), "mail:1"))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
  }

  @Test
  void aBridgeWithoutATokenCoversNothing() {
    stranger("telegram-bridge");

    assertThat(refusalToSendAs(stranger("my-bridge"), "tg:123")).isNull();
  }

  @Test
  void theTokenOfTheCommandLineReservesNothing() {
    join(holder("cli:*", true, "*"));

    assertThat(refusalToSendAs(stranger("agent:x"), "tg:123")).isNull();
  }

  // ---- types

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spawn_request",
        "tg_message",
        "tg_reply",
        "delivery_status",
        "agent_event",
        "my_type"
      })
  void everyTypeIsFreeUnlessItWouldImpersonateTheSystemAgent(String type) {
    for (String sender : List.of("discord:77", "agent:x", "shell")) {
      assertThat(refusal(stranger(sender), sender, type)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"spawn_result", "route_assigned"})
  void onlyTheSystemAgentAnnouncesAgents(String type) {
    for (String sender : List.of("discord:77", "agent:x", "shell")) {
      assertThat(refusal(stranger(sender), sender, type)).isEqualTo(RefusalReason.TYPE_NOT_ALLOWED);
    }
    assertThat(refusal(stranger("agent:system"), "agent:system", type)).isNull();
  }

  // ---- spawn requests

  @Test
  void aPeerWithoutATokenAsksForFewAgentsWhateverItSendsFrom() {
    Peer stranger = stranger("my-bridge");
    for (int i = 0; i < 3; i++) {
      assertThat(refusal(stranger, "term:" + i, "spawn_request")).isNull();
    }
    assertThat(refusal(stranger, "term:3", "spawn_request")).isEqualTo(RefusalReason.RATE_LIMITED);
    assertThat(refusal(stranger, "term:3", "tg_message")).isNull();
    assertThat(refusal(stranger("other-bridge"), "term:3", "spawn_request")).isNull();

    nanos += Duration.ofSeconds(20).toNanos();
    assertThat(refusal(stranger, "term:3", "spawn_request")).isNull();
    assertThat(refusal(stranger, "term:4", "spawn_request")).isEqualTo(RefusalReason.RATE_LIMITED);
  }

  @Test
  void aRefusedSpawnRequestCountsForNothing() {
    Peer stranger = stranger("my-bridge");
    for (int i = 0; i < 10; i++) {
      assertThat(refusal(stranger, "agent:system", "spawn_request"))
          .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
    }
    assertThat(refusal(stranger, "term:1", "spawn_request")).isNull();
  }

  @Test
  void aBridgeWithATokenAsksForAsManyAgentsAsItHasChats() {
    Peer bridge = join(holder("telegram-bridge", false, "tg:*"));
    for (int i = 0; i < 100; i++) {
      assertThat(refusal(bridge, "tg:" + i, "spawn_request")).isNull();
    }
  }

  // ---- orders

  @ParameterizedTest
  @ValueSource(strings = {"sessions_list", "sessions_stop", "sessions_restart"})
  void onlyOperatorsAndChatsSendOrdersAboutSessions(String order) {
    assertThat(refusal(stranger("cli:1"), "cli:1", order)).isNull();
    assertThat(refusal(stranger("agent:console"), "agent:console", order)).isNull();
    assertThat(refusal(stranger("tg:7"), "tg:7", order)).isNull();
    for (String other : List.of("agent:x", "api:y", "agent:console2", "hook:1", "cli")) {
      assertThat(refusal(stranger(other), other, order))
          .as(other)
          .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
    }
  }

  @Test
  void nobodyBorrowsTheNameOfTheCommandLineForAnOrder() {
    Peer stranger = stranger("agent:x");
    for (String order : List.of("sessions_stop", "configure")) {
      assertThat(refusal(stranger, "cli:9", order)).isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
    }
  }

  @Test
  void anOperatorWritesInAChatWithAGrantForItOnly() {
    String type = "operator_message";
    Peer granted = holder("agent:console", true, "web:*", "tg:*");
    assertThat(refusal(granted, "agent:console", "tg:7", type)).isNull();
    assertThat(refusal(granted, "agent:console", "agent:worker", type)).isNull();
    assertThat(refusal(granted, "agent:console", "term:me", type))
        .isEqualTo(RefusalReason.SEND_AS_NOT_GRANTED);
    assertThat(refusal(holder("agent:bridge", false, "tg:*"), "agent:bridge", "tg:7", type))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }

  @Test
  void onAnOpenBusOnlyOperatorsWriteInChats() {
    String type = "operator_message";
    assertThat(refusal(stranger("cli:1"), "cli:1", "tg:7", type)).isNull();
    for (String other : List.of("agent:x", "tg:8", "cli")) {
      assertThat(refusal(stranger(other), other, "tg:7", type))
          .as(other)
          .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
    }
  }

  @Test
  void onALockedBusAnOperatorIsWhoseTokenSaysSo() {
    for (String order : List.of("sessions_list", "sessions_stop", "configure")) {
      Peer plain = holder("cli:bot", false);
      Peer operator = holder("agent:ops", true);
      assertThat(refusal(plain, "cli:bot", order)).isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
      assertThat(refusal(operator, "agent:ops", order)).isNull();
    }
    assertThat(refusal(holder("agent:worker", false), "agent:worker", "sessions_list"))
        .isEqualTo(RefusalReason.OPERATOR_NOT_GRANTED);
  }
}
