package bub.conformance;

import bub.client.Reject;
import bub.client.RetryLater;
import bub.client.agent.Agent;
import bub.client.agent.ChatHandler;
import bub.client.agent.ReceivedMessage;
import bub.client.lobby.CapabilityHandler;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Handlers that behave as a scenario says. */
final class Behaviours {
  private final HandledLog handled;
  private final CountDownLatch released = new CountDownLatch(1);

  Behaviours(HandledLog handled) {
    this.handled = handled;
  }

  void release() {
    released.countDown();
  }

  /** {@code type} is null for all other messages. */
  void serve(Agent agent, String type, Fields behaviour) {
    Fields inner = isHold(behaviour) ? behaviour.object("then").fields() : behaviour;
    switch (inner.string("do")) {
      case "reply" -> agent.onChat(replying(behaviour, inner));
      case "stream" -> agent.onChat(streaming(inner));
      default -> {
        if (type == null) {
          agent.onMessage(message -> handle(agent, behaviour, message));
        } else {
          agent.on(type, message -> handle(agent, behaviour, message));
        }
      }
    }
  }

  private static boolean isHold(Fields behaviour) {
    return behaviour.string("do").equals("hold");
  }

  private Ack handle(Agent agent, Fields behaviour, ReceivedMessage message) throws Exception {
    handled.add(message);
    return behave(agent, behaviour, message);
  }

  private Ack behave(Agent agent, Fields behaviour, ReceivedMessage message) throws Exception {
    switch (behaviour.string("do")) {
      case "ack" -> {
        String text = behaviour.optionalString("message");
        RawJson payload = behaviour.optionalObject("payload");
        return Ack.ok(text == null ? "ok" : text, payload == null ? RawJson.EMPTY_OBJECT : payload);
      }
      case "fail" -> throw new IllegalStateException("the driver was told to fail");
      case "refuse" -> throw new Reject(behaviour.string("message"));
      case "retry" -> throw new RetryLater("later", (int) behaviour.integer("seconds", 1));
      case "hold" -> {
        released.await();
        return behave(agent, behaviour.object("then").fields(), message);
      }
      case "forward" ->
          agent.post(behaviour.string("to"), message.id() + "/forward", message.payload());
      case "send" -> {
        var to = new Address(behaviour.string("to"));
        var id = new MessageId(message.id() + "/send");
        agent.client().send(new Envelope(agent.client().clientId(), to, id, message.payload()));
      }
      default -> throw new IllegalArgumentException("unknown behaviour");
    }
    return Ack.ok("ok");
  }

  private ChatHandler replying(Fields behaviour, Fields inner) {
    return question -> {
      handled.add(question);
      if (isHold(behaviour)) {
        released.await();
      }
      return inner.string("text").replace("{text}", question.text());
    };
  }

  private ChatHandler.Streaming streaming(Fields behaviour) {
    List<RawJson> parts = behaviour.require("parts").elements();
    boolean holds = behaviour.bool("hold", false);
    return (question, reply) -> {
      handled.add(question);
      for (int i = 0; i < parts.size(); i++) {
        if (i == 1 && holds) {
          released.await();
        }
        reply.add(parts.get(i).asString());
      }
    };
  }

  CapabilityHandler.WithProgress<RawJson, RawJson> capability(Fields behaviour) {
    return (_, call) -> {
      RawJson progress = behaviour.find("progress");
      for (RawJson news : progress == null ? List.<RawJson>of() : progress.elements()) {
        call.progress(news);
      }
      if (isHold(behaviour)) {
        released.await();
        return behaviour.object("then").fields().object("output");
      }
      return behaviour.object("output");
    };
  }
}
