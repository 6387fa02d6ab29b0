package bub.agent;

import bub.agent.ConversationAgent.AgentState;
import bub.agent.store.AgentStore.StoreStatistics;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executor of {@code agent_command} for the chat that the agent talks to. */
final class AgentCommands {
  static final String TYPE = "agent_command";

  private static final int MAX_COUNTED = 1_000;

  private final Supplier<AgentState> agent;
  private final AgentStores stores;
  private final ConversationMemory memory;
  private final String model;
  private final BooleanSupplier isBusy;
  private final ReplyOutcomes outcomes;
  private final TurnControl control;

  AgentCommands(
      Supplier<AgentState> agent,
      AgentStores stores,
      ConversationMemory memory,
      String model,
      BooleanSupplier isBusy,
      ReplyOutcomes outcomes,
      TurnControl control) {
    this.agent = agent;
    this.stores = stores;
    this.memory = memory;
    this.model = model;
    this.isBusy = isBusy;
    this.outcomes = outcomes;
    this.control = control;
  }

  Ack carryOut(Address from, @Nullable RawJson content) throws IOException, InterruptedException {
    AgentState state = agent.get();
    if (!from.equals(state.talkto())) {
      return Ack.failed(state.clientId() + " accepts commands only from the chat it talks to");
    }
    String command =
        NestedFields.fields("content", content == null ? RawJson.NULL : content).string("command");
    return switch (command) {
      case "reset" -> reset();
      case "status" -> status(state);
      case "stop" -> Ack.ok(control.stopRunning() ? "stopped" : "nothing to stop");
      default -> Ack.failed("unknown command; use reset, status or stop");
    };
  }

  private Ack reset() throws IOException, InterruptedException {
    int forgotten = memory.reset();
    return Ack.ok(
        "forgotten", out -> out.beginObject().field("forgotten_turns", forgotten).endObject());
  }

  private Ack status(AgentState state) throws IOException, InterruptedException {
    StoreStatistics figures = stores.memory().figures();
    JsonWriter out = new JsonWriter().beginObject();
    out.field("client_id", state.clientId()).optional("talkto", state.talkto());
    out.field("workspace", state.workspace().toString()).field("model", model);
    out.field("busy", isBusy.getAsBoolean());
    out.field("waiting_messages", stores.inbox().pending(MAX_COUNTED).size());
    out.field("waiting_replies", stores.replies().waiting());
    out.field("remembered_turns", figures.turns()).field("remembered_chars", figures.chars());
    out.field("has_summary", figures.hasSummary()).field("alarms", figures.alarms());
    outcomes.writeTo(out);
    return Ack.ok("status", RawJson.trusted(out.endObject().toByteArray()));
  }
}
