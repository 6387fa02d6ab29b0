package bub.browser;

import bub.client.BusClient;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Turn of three agents that play their parts: a planner asks a researcher, which asks a shop. Each
 * names the cause of what it sends, and reports its steps.
 */
final class TurnScript {
  static final String PERSON = "tg:77";
  static final String PLANNER = "agent:planner";
  static final String RESEARCHER = "agent:researcher";
  static final String SHOP = "agent:shop";

  private final BusClient person;
  private final AtomicReference<@Nullable BusClient> planner = new AtomicReference<>();
  private final AtomicReference<@Nullable Envelope> question = new AtomicReference<>();
  private final CountDownLatch asked = new CountDownLatch(1);

  /** The shop answers when {@code goOn} is counted down. */
  TurnScript(Peers peers, CountDownLatch goOn) throws Exception {
    var researcher = new AtomicReference<@Nullable BusClient>();
    var shop = new AtomicReference<@Nullable BusClient>();
    person = peers.peer(PERSON);
    shop.set(
        peers.peer(
            SHOP,
            asked -> {
              goOn.await();
              think(120);
              step(one(shop), asked, tool(asked, 1, "price_list", 120, "the list is locked"));
              return Ack.ok("7");
            }));
    researcher.set(
        peers.peer(
            RESEARCHER,
            asked -> {
              think(80);
              step(one(researcher), asked, model(asked, 1, "small-model", 80));
              say(one(researcher), asked, SHOP, "question", "What does a kilo cost?");
              return Ack.ok("7");
            }));
    planner.set(
        peers.peer(
            PLANNER,
            asked -> {
              think(150);
              step(one(planner), asked, model(asked, 1, "large-model", 150));
              say(one(planner), asked, RESEARCHER, "question", "What does tea cost?");
              for (String text : new String[] {"A kilo", "A kilo of tea"}) {
                say(one(planner), asked, PERSON, partial(text));
              }
              say(one(planner), asked, PERSON, "reply", "A kilo of tea costs 7.");
              return Ack.ok("done");
            }));
  }

  private static BusClient one(AtomicReference<@Nullable BusClient> peer) {
    BusClient client = peer.get();
    if (client == null) {
      throw new IllegalStateException("the peer is not connected yet");
    }
    return client;
  }

  /** Asks the planner, and does not wait for its answer. Returns the id of the message. */
  String ask(String text) throws InvalidJson {
    Envelope envelope = person.compose(new Address(PLANNER), said("question", text));
    question.set(envelope);
    Thread.startVirtualThread(() -> send(envelope));
    return envelope.messageId().value();
  }

  private void send(Envelope envelope) {
    try {
      person.send(envelope);
    } catch (Exception lost) {
      throw new IllegalStateException(lost);
    } finally {
      asked.countDown();
    }
  }

  void awaitEnd() throws InterruptedException {
    asked.await();
  }

  /** Reports more tool calls of the planner, from several threads. */
  void stepStorm(int from, int to, int threads) throws InterruptedException {
    Envelope cause = question.get();
    if (cause == null) {
      throw new IllegalStateException("nobody has asked yet");
    }
    var workers = new Thread[threads];
    for (int worker = 0; worker < threads; worker++) {
      int first = from + worker;
      workers[worker] =
          Thread.startVirtualThread(
              () -> {
                for (int number = first; number <= to; number += threads) {
                  quietly(one(planner), cause, tool(cause, number, "tool_" + number, 0, null));
                }
              });
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void quietly(BusClient agent, Envelope cause, Step step) {
    try {
      step(agent, cause, step);
    } catch (Exception lost) {
      throw new IllegalStateException(lost);
    }
  }

  /** Takes the time that a real model or tool would take. */
  private static void think(int millis) {
    long end = System.nanoTime() + millis * 1_000_000L;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static Step model(Envelope cause, int number, String name, int millis) {
    var usage = new Step.ModelUsage(1_200, 80, new BigDecimal("0.0021"), "stop", 0);
    return new Step(cause.messageId(), number, Step.Kind.MODEL, name, millis, null, usage, null);
  }

  private static Step tool(
      Envelope cause, int number, String name, int millis, @Nullable String error) {
    var use = new Step.ToolUse("d1", 20, 40, null, null);
    return new Step(cause.messageId(), number, Step.Kind.TOOL, name, millis, error, null, use);
  }

  private static void step(BusClient agent, Envelope cause, Step step) throws Exception {
    RawJson event = Payload.of(new AgentEvent(AgentEvent.Kind.STEP, step.toRaw())).toRaw();
    agent.send(Step.ADDRESS, Causality.resultOf(cause).addTo(event));
  }

  private static RawJson partial(String text) throws InvalidJson {
    return Payload.of(
            new AgentEvent(
                AgentEvent.Kind.PARTIAL, Peers.json("{\"text\":\"%s\"}".formatted(text))))
        .toRaw();
  }

  private static RawJson said(String type, String text) throws InvalidJson {
    return Peers.json("{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}}".formatted(type, text));
  }

  private static void say(BusClient from, Envelope cause, String to, String type, String text)
      throws Exception {
    say(from, cause, to, said(type, text));
  }

  private static void say(BusClient from, Envelope cause, String to, RawJson payload)
      throws Exception {
    from.send(new Address(to), Causality.resultOf(cause).addTo(payload));
  }
}
