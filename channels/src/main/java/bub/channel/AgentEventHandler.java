package bub.channel;

import bub.channel.store.ChatStore;
import bub.channel.store.StoredToolCall;
import bub.client.KeyedWorkers;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatId;
import bub.protocol.trace.Causality;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Handler that applies the events of agents to their chats. One virtual thread per message. */
final class AgentEventHandler {
  private static final Ack NOTED = Ack.ok("noted");
  private static final int GLANCE = 200;
  private static final int MOST_RESULT = 2_000;

  private final ChatContext context;
  private final ChatStore store;
  private final KeyedWorkers<ChatId, ChatWorker> peers;
  private final AgentVerifier verifier;

  AgentEventHandler(
      ChatContext context, KeyedWorkers<ChatId, ChatWorker> peers, AgentVerifier verifier) {
    this.context = context;
    this.store = context.store();
    this.peers = peers;
    this.verifier = verifier;
  }

  Ack handle(ChatId chat, Envelope envelope, AgentEvent event)
      throws IOException, InterruptedException {
    Address from = envelope.from();
    Fields data = event.data().fields();
    try {
      return switch (event.kind()) {
        case STOPPED -> left(chat, from, agent(data), null);
        case FAILED -> left(chat, from, agent(data), failure(data));
        case TYPING, PARTIAL, TOOL_CALL ->
            isOfStoppedTurn(envelope, data) ? NOTED : progress(chat, envelope, event.kind(), data);
        case SPAWNED, STEP, ACTIVITY, OTHER -> NOTED;
      };
    } catch (InvalidField odd) {
      throw odd.inside("content.data");
    }
  }

  private boolean isOfStoppedTurn(Envelope envelope, Fields data) {
    MessageId cause = Causality.read(envelope.payload()).cause();
    String about = data.optionalString("message_id");
    return cause != null && context.stopped().contains(cause.value())
        || about != null && context.stopped().contains(about);
  }

  private static Address agent(Fields data) {
    return Address.check("client_id", data.string("client_id"));
  }

  private static ChatSetback failure(Fields data) {
    String error = data.optionalString("error");
    return new ChatSetback.Wait("your agent failed" + (error == null ? "" : ": " + error));
  }

  private Ack left(ChatId chat, Address from, Address agent, @Nullable ChatSetback why)
      throws IOException, InterruptedException {
    if (!from.equals(ChatPayloads.SYSTEM_AGENT)) {
      return Ack.failed("only " + ChatPayloads.SYSTEM_AGENT + " may send this message");
    }
    return switch (context.agents(chat)) {
      // This agent stays assigned. The next message to it shows whether it is connected.
      case AgentSource.Fixed _, AgentSource.Topics _ -> NOTED;
      case AgentSource.Spawned _ -> {
        if (store.leave(chat, agent)) {
          peers.find(chat).ifPresent(peer -> peer.state().left(agent, why));
        }
        yield NOTED;
      }
    };
  }

  /** Shows progress only while the person waits, and only from the chat's own agent. */
  private Ack progress(ChatId chat, Envelope envelope, AgentEvent.Kind kind, Fields data)
      throws IOException, InterruptedException {
    PartialTextOrder partials = partials(chat, envelope, data);
    if (partials == null) {
      return NOTED;
    }
    ChatProgress news = read(partials, kind, data);
    if (news instanceof ChatProgress.ToolCall call) {
      store.noteToolCall(chat, kept(call));
    }
    if (news != null) {
      context.outgoing().wake(chat, usher -> usher.add(news));
    }
    return NOTED;
  }

  /** Returns null when the person does not wait for this agent. */
  private @Nullable PartialTextOrder partials(ChatId chat, Envelope envelope, Fields data)
      throws IOException, InterruptedException {
    Address from = envelope.from();
    ChatWorker peer = peers.find(chat).orElse(null);
    PartialTextOrder usual = null;
    if (peer != null && peer.state().isServedBy(from)) {
      peer.state().sign();
      usual = peer.partials();
    }
    Causality named = Causality.read(envelope.payload());
    PartialTextOrder continued =
        context.continued().find(chat, named, data.optionalString("message_id"));
    boolean isContinued = continued != null && (usual != null || verifier.isKnown(chat, from));
    return isContinued ? continued : usual;
  }

  private static @Nullable ChatProgress read(
      PartialTextOrder partials, AgentEvent.Kind kind, Fields data) {
    return switch (kind) {
      case TYPING -> new ChatProgress.Typing();
      case PARTIAL -> {
        String messageId = data.string("message_id");
        var partial = new ChatProgress.Partial(messageId, data.string("text"));
        yield partials.isCurrent(messageId, data.integer("seq", 0)) ? partial : null;
      }
      case TOOL_CALL -> {
        String name = shortened(data.string("name"));
        yield new ChatProgress.ToolCall(name, arguments(data), status(data), result(data));
      }
      case SPAWNED, STOPPED, FAILED, STEP, ACTIVITY, OTHER -> null;
    };
  }

  private static StoredToolCall.News kept(ChatProgress.ToolCall call) {
    String status = call.status().name().toLowerCase(Locale.ROOT);
    return new StoredToolCall.News(call.name(), call.arguments(), status, call.result());
  }

  private static @Nullable String result(Fields data) {
    String result = data.optionalString("result");
    return result == null ? null : shortened(result, MOST_RESULT);
  }

  /** Arguments may be a text or any JSON. */
  private static String arguments(Fields data) {
    RawJson value = data.find("arguments");
    if (value == null || value.isNull()) {
      return "";
    }
    return shortened(value.isString() ? value.asString() : value.toString());
  }

  /** Short, because many previews may be queued. */
  private static String shortened(String text) {
    return shortened(text, GLANCE);
  }

  private static String shortened(String text, int most) {
    return text.length() > most ? text.substring(0, most) + "…" : text;
  }

  private static ChatProgress.ToolCall.Status status(Fields data) {
    try {
      return ChatProgress.ToolCall.Status.valueOf(data.string("status").toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new InvalidField("status", "must be started, finished or failed");
    }
  }
}
