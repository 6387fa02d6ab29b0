package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.Description.Described;
import bub.bus.activity.log.ActivityLogDisabled;
import bub.bus.deliver.InterceptorChain.OnFailure;
import bub.bus.dialect.Dialects;
import bub.bus.policy.BusLock;
import bub.bus.policy.GuardExceptions;
import bub.bus.policy.GuardLimits;
import bub.bus.policy.Principal;
import bub.bus.policy.RateLimits;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.bus.policy.TypeRules;
import bub.bus.trace.GuardSettings;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The description of a method lists exactly the errors that it can return. */
class OpenRpcErrorsTest {
  private static final int SUBSCRIPTIONS = 2;

  private final Map<String, Set<String>> provoked = new TreeMap<>();

  @ParameterizedTest
  @EnumSource
  void describesTheErrorsThatCanBeProvokedAndNoOthers(Spoken spoken) {
    Description description = spoken.description();
    everyCallTooEarly(spoken, description);
    introductions(spoken, description);
    subscriptions(spoken, description);
    patterns(spoken, description);
    messages(spoken, description);
    turns(spoken, description);
    theLog(spoken, description);
    aLockedBus(spoken, description);

    for (Described method : description.methods()) {
      if (method.isServedByTheBus() && !method.isNotification()) {
        assertThat(provoked.get(method.name())).as("%s", method).isEqualTo(method.errors());
      }
    }
  }

  private void everyCallTooEarly(Spoken spoken, Description description) {
    var bus = new TestBus();
    for (Described method : description.methods()) {
      if (!method.name().equals("initialize") && method.isServedByTheBus()) {
        provoke(bus.connect(spoken.on(bus)), method, "{}");
      }
    }
  }

  private void introductions(Spoken spoken, Description description) {
    Described initialize = description.method("initialize");
    String params = Samples.full(initialize.params()).toString();
    var bus = new TestBus();
    provoke(bus.connect(spoken.on(bus)), initialize, "{}");
    provoke(bus.peer(spoken.on(bus), Spoken.PEER), initialize, params);
    bus.hub.drain();
    provoke(bus.connect(spoken.on(bus)), initialize, params);
    var node = new TestBus();
    node.hub.join(new ScriptedCluster("n1").withoutQuorum());
    provoke(node.connect(spoken.on(node)), initialize, params);
  }

  private void subscriptions(Spoken spoken, Description description) {
    var bus = new TestBus(TestBus.limits(1, SUBSCRIPTIONS));
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    for (String name : List.of("subscribe", "unsubscribe")) {
      Described method = description.method(name);
      String params = Samples.full(method.params()).toString();
      provoke(peer, method, "{}");
      provoke(peer, method, params.replaceAll(":\"[^\"]*\"", ":\"\""));
      provoke(peer, method, params.replace("tg:", "other:"));
      provoke(peer, method, params.replace("tg:", "other:"));
      provoke(peer, method, params);
      provoke(peer, method, params.replace("tg:", "another:"));
    }
  }

  /** Patterns with a wildcard in the middle are few, because each message tries them all. */
  private void patterns(Spoken spoken, Description description) {
    var bus = new TestBus();
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    Described subscribe = description.method("subscribe");
    String params = Samples.full(subscribe.params()).toString();
    for (int i = 0; i < 100; i++) {
      provoke(peer, subscribe, params.replace("tg:*", "tg:" + i + "*a"));
    }
  }

  /** A message that results from another one: too deep for the guard, and after a stop. */
  private void turns(Spoken spoken, Description description) {
    var shallow = new GuardLimits(200, 0, 3, 100, 60);
    var strict =
        new BusRules(
            TypeRules.builtIn(false),
            OnFailure.OPEN,
            RateLimits.standard(),
            new GuardSettings(true, shallow, GuardExceptions.NONE),
            List.of());
    for (TestBus bus : List.of(new TestBus(strict), new TestBus())) {
      RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
      RawPeer starter = bus.peer(Dialects.ADDRESS, "agent:starter");
      peer.asks("subscribe", Samples.full(description.method("subscribe").params()).toString());
      starter.asks("sendMessage", message("tg:7", "m-1", "{\"type\":\"agent_message\"}"));
      Described send = description.method("sendMessage");
      ObjectNode answer = (ObjectNode) Samples.full(send.params());
      ((ObjectNode) answer.get("payload")).put("cause", "m-1");
      provoke(peer, send, answer.toString());
      starter.asks(
          "sendMessage",
          message(
              "system:trace",
              "m-2",
              "{\"type\":\"trace_stop\",\"content\":{\"message_id\":\"m-1\"}}"));
      provoke(peer, send, answer.toString());
    }
  }

  private static String message(String to, String id, String payload) {
    return "{\"to\":\"%s\",\"messageId\":\"%s\",\"payload\":%s}".formatted(to, id, payload);
  }

  private void messages(Spoken spoken, Description description) {
    Described send = description.method("sendMessage");
    String fromAPeer = Samples.full(send.params()).toString();
    var bus = new TestBus();
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    RawPeer other = bus.peer(spoken.on(bus), "agent:other");
    String fromAnother = fromAPeer.replace(Spoken.PEER, "agent:other");
    provoke(other, send, withType(fromAnother, "\"sessions_list\""));
    provoke(peer, send, "{}");
    provoke(peer, send, fromAPeer.replace("agent:worker-42", "white space"));
    provoke(peer, send, fromAnother);
    provoke(peer, send, withType(fromAPeer, "\"spawn_result\""));
    provoke(peer, send, withType(fromAPeer, "7"));
    bus.hub.drain();
    provoke(peer, send, fromAPeer);
  }

  private static String withType(String message, String type) {
    JsonNode changed = RawPeer.json(message);
    ((ObjectNode) changed.get("payload")).set("type", RawPeer.json(type));
    return changed.toString();
  }

  private void theLog(Spoken spoken, Description description) {
    var bus = new TestBus();
    RawPeer peer = bus.peer(spoken.on(bus), Spoken.PEER);
    for (String name :
        List.of("getReceipt", "queryActivity", "watchActivity", "getStatus", "getMetrics")) {
      provoke(
          peer,
          description.method(name),
          Samples.full(description.method(name).params()).toString());
    }
    provoke(peer, description.method("getCluster"), "{}");
    bus.hub.join(new ScriptedCluster("n1"));
    provoke(peer, description.method("queryActivity"), "{\"beforeId\":7}");
    for (String name : List.of("getReceipt", "queryActivity", "watchActivity")) {
      Described method = description.method(name);
      String params = Samples.full(method.params()).toString();
      provoke(peer, method, "{\"unheardOf\":1}");
      bus.activity.answer = CompletableFuture.failedFuture(new ActivityLogDisabled());
      provoke(peer, method, params);
      bus.activity.answer = CompletableFuture.failedFuture(new IllegalStateException("closed"));
      provoke(peer, method, params);
      bus.activity.answer = CompletableFuture.completedFuture(new ActivityRows(List.of(), 0));
      provoke(peer, method, params);
    }
  }

  /** With a token that grants one pattern only, and one message a second. */
  private void aLockedBus(Spoken spoken, Description description) {
    var rules = new BusRules(TypeRules.builtIn(false), OnFailure.OPEN, new RateLimits(1, 0, 1, 0));
    var bus = new TestBus(rules);
    TokenSecret token = TokenSecret.random(new SecureRandom());
    var holder =
        new Principal(
            token.id(),
            Pattern.exactly(new Address(Spoken.PEER)),
            List.of(Pattern.of("tg:*")),
            List.of(),
            Set.of(),
            false,
            false,
            null);
    BusLock lock =
        BusLock.of(List.of(new StoredToken(holder, token.hash(), bus.time.instant())), bus.time);
    bus.hub.use(lock);

    Described initialize = description.method("initialize");
    String stranger = "{\"clientId\":\"%s\"}".formatted(Spoken.PEER);
    provoke(bus.connect(spoken.on(bus)), initialize, stranger);
    provoke(bus.connect(spoken.on(bus)), initialize, stranger);
    String known = "{\"clientId\":\"%s\",\"authToken\":\"%s\"}";
    provoke(bus.connect(spoken.on(bus)), initialize, known.formatted("tg:2", token.text()));
    RawPeer peer = bus.connect(spoken.on(bus));
    peer.result("initialize", known.formatted(Spoken.PEER, token.text()));
    Described send = description.method("sendMessage");
    String toAPerson =
        Samples.full(send.params()).toString().replace("agent:worker-42", "outbound:1");
    provoke(peer, send, toAPerson);
    bus.hub.use(lock.closed("the tokens are missing"));
    provoke(bus.connect(spoken.on(bus)), initialize, known.formatted(Spoken.PEER, token.text()));
    bus.hub.use(lock);
    for (Described method : description.methods()) {
      if (method.isServedByTheBus() && !method.name().equals("initialize")) {
        String params = Samples.full(method.params()).toString();
        provoke(peer, method, params);
        provoke(peer, method, params.replace("tg:", "other:"));
      }
    }
  }

  /** Calls; an error, if there is one, must begin as described. */
  private void provoke(RawPeer peer, Described method, String params) {
    if (method.isNotification()) {
      return;
    }
    JsonNode error = peer.asks(method.name(), params).lastAnswer().path("error");
    if (!error.isMissingNode()) {
      String code = error.get("code").asString();
      Set<String> known = provoked.computeIfAbsent(method.name(), _ -> new TreeSet<>());
      known.add(code);
      known.add((code + " " + error.at("/data/reason").asString("")).strip());
      assertThat(messagesOf(method, error.get("code")))
          .anyMatch(error.get("message").asString()::startsWith);
    }
  }

  private static List<String> messagesOf(Described method, JsonNode code) {
    String messages =
        method
            .node()
            .get("errors")
            .valueStream()
            .filter(error -> error.get("code").equals(code))
            .findFirst()
            .orElseThrow(() -> new AssertionError(method + " does not describe " + code))
            .get("message")
            .asString();
    return List.of(messages.split("; "));
  }
}
