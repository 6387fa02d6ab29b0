package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** On a locked bus, the token says who is a person. */
class ChatGrantTest extends LockFixture {
  private static final int MANY = 300;
  private int sent;

  @Test
  void stopsTwoPeersWithoutTheGrant() {
    RawPeer a = peer("agent:a", false);
    RawPeer b = peer("agent:b", false);
    assertThat(talk(a, "agent:a", b, "agent:b")).isEqualTo("loop_detected");
  }

  @Test
  void neverLimitsAPeerWithTheGrant() {
    RawPeer a = peer("agent:a", true);
    RawPeer b = peer("agent:b", false);
    assertThat(talk(a, "agent:a", b, "agent:b")).isNull();
  }

  @Test
  void aNewTokenWithoutTheGrantEndsIt() {
    RawPeer b = peer("agent:b", false);
    assertThat(talk(peer("agent:a", true), "agent:a", b, "agent:b")).isNull();
    grants.removeIf(token -> token.principal().clientId().text().equals("agent:a"));
    RawPeer a = peer("agent:a", false);
    assertThat(talk(a, "agent:a", b, "agent:b")).isEqualTo("loop_detected");
  }

  @Test
  void aBridgeNeedsNoGrantForTheChatsThatItMaySendAs() {
    RawPeer bridge = locked("relay", List.of("tg:*"), List.of("tg:*"), Set.of(), false, false);
    RawPeer b = peer("agent:b", false);
    acks(bridge);
    assertThat(talk(bridge, "tg:1", b, "agent:b")).isNull();
    assertThat(talk(bridge, "relay", b, "agent:b")).isEqualTo("loop_detected");
  }

  @Test
  void theGrantCoversEveryAddressThatTheTokenMaySendAs() {
    String token = token("relay", List.of("team/*"), true);
    lock();
    RawPeer relay = connect("relay", token);
    relay.result("subscribe", "{\"address\":\"team/*\"}");
    RawPeer b = peer("agent:b", false);
    assertThat(talk(relay, "team/ann", b, "agent:b")).isNull();
  }

  // ---- talking

  /** Lets two peers answer each other, and returns the reason of the first refusal. */
  private @Nullable String talk(RawPeer a, String nameOfA, RawPeer b, String nameOfB) {
    String refusal = null;
    String cause = null;
    for (int i = 0; i < MANY && refusal == null; i++) {
      String id = "s" + ++sent;
      refusal =
          i % 2 == 0 ? send(a, nameOfA, nameOfB, id, cause) : send(b, nameOfB, nameOfA, id, cause);
      cause = id;
    }
    return refusal;
  }

  private static @Nullable String send(
      RawPeer peer, String from, String to, String id, @Nullable String cause) {
    String causeMember = cause == null ? "" : ",\"cause\":\"" + cause + "\"";
    JsonNode answer =
        peer.asks(
                "sendMessage",
                "{\"from\":\"%s\",\"to\":\"%s\",\"messageId\":\"%s\",\"payload\":{\"type\":\"note\",\"content\":{\"text\":\"%s\"}%s}}"
                    .formatted(from, to, id, id, causeMember))
            .lastAnswer();
    return answer.has("error") ? reason(peer) : null;
  }

  // ---- peers

  private RawPeer peer(String clientId, boolean chat) {
    String token = token(clientId, List.of(), chat);
    lock();
    return connect(clientId, token);
  }

  private RawPeer connect(String clientId, String token) {
    RawPeer peer = bus.connect(Dialects.ADDRESS);
    peer.result("initialize", initialize(clientId, token));
    return acks(peer);
  }

  private static RawPeer acks(RawPeer peer) {
    return peer.thatAnswers("{\"success\":true,\"message\":\"ok\"}");
  }

  private String token(String clientId, List<String> addresses, boolean chat) {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    List<Pattern> patterns = addresses.stream().map(Pattern::of).toList();
    Pattern own = Pattern.exactly(new Address(clientId));
    grants.add(
        new StoredToken(
            new Principal(secret.id(), own, patterns, patterns, Set.of(), false, false, chat, null),
            secret.hash(),
            bus.time.instant()));
    return secret.text();
  }
}
