package bub.bus;

import bub.bus.dialect.Dialects;
import bub.bus.policy.BusLock;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bus with tokens that a test creates. */
abstract class LockFixture {
  final TestBus bus = new TestBus();
  final List<StoredToken> grants = new ArrayList<>();

  RawPeer locked(
      String clientId,
      List<String> subscribe,
      List<String> sendAs,
      Set<String> types,
      boolean intercept,
      boolean operator) {
    String token = grant(clientId, subscribe, sendAs, types, intercept, operator, null);
    lock();
    RawPeer peer = bus.connect(Dialects.ADDRESS);
    peer.result("initialize", initialize(clientId, token));
    return peer;
  }

  String grant(
      String clientId,
      List<String> subscribe,
      List<String> sendAs,
      Set<String> types,
      boolean intercept,
      boolean operator,
      @Nullable Instant expires) {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    grants.add(
        new StoredToken(
            new Principal(
                secret.id(),
                Pattern.exactly(new Address(clientId)),
                subscribe.stream().map(Pattern::of).toList(),
                sendAs.stream().map(Pattern::of).toList(),
                types,
                intercept,
                operator,
                expires),
            secret.hash(),
            bus.time.instant()));
    return secret.text();
  }

  void lock() {
    bus.hub.use(BusLock.of(List.copyOf(grants), bus.time));
  }

  String refusal(String params) {
    RawPeer stranger = bus.connect(Dialects.ADDRESS);
    stranger.errorCode("initialize", params);
    return reason(stranger);
  }

  static String reason(RawPeer peer) {
    return peer.lastAnswer().get("error").get("data").get("reason").asString();
  }

  static String initialize(String clientId, String token) {
    return "{\"clientId\":\"%s\",\"authToken\":\"%s\"}".formatted(clientId, token);
  }

  static String message(String from, String type) {
    return "{\"from\":\"%s\",\"to\":\"x:1\",\"messageId\":\"m\",\"payload\":{\"type\":\"%s\"}}"
        .formatted(from, type);
  }
}
