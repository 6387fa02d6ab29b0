package bub.channel.telegram;

import bub.channel.ChatStage;
import bub.channel.ChatStatus;
import bub.channel.store.ChatBacklog;
import bub.json.Fields;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of the answer to /status: facts about the person's chat, none about the server. */
final class StatusText {
  private StatusText() {}

  /** {@code agent} is null when the agent cannot be reached. */
  static String of(ChatStatus status, @Nullable RawJson agent) {
    var lines = new ArrayList<String>();
    lines.add(
        switch (status.stage()) {
          case ChatStage.NoAgent _ -> "You have no agent yet. Your next message starts one.";
          case ChatStage.Spawning _, ChatStage.Configuring _ -> "Your agent is starting.";
          case ChatStage.Ready _ -> ready(agent);
        });
    lines.addAll(waiting(status.backlog()));
    if (agent != null) {
      lines.addAll(memory(agent.fields()));
    }
    return String.join("\n", lines);
  }

  private static String ready(@Nullable RawJson agent) {
    if (agent == null) {
      return "Your agent does not answer at the moment. It will get your messages later.";
    }
    return agent.fields().bool("busy", false)
        ? "Your agent is working on an answer."
        : "Your agent is ready.";
  }

  private static List<String> waiting(ChatBacklog backlog) {
    var lines = new ArrayList<String>();
    if (backlog.toDeliver() > 0) {
      lines.add(messages(backlog.toDeliver()) + " not reached your agent yet.");
    }
    if (backlog.unanswered() > 0) {
      lines.add(messages(backlog.unanswered()) + " not been answered yet.");
    }
    return lines.isEmpty() ? List.of("No messages are waiting.") : lines;
  }

  private static List<String> memory(Fields agent) {
    var lines = new ArrayList<String>();
    long turns = agent.integer("remembered_turns", 0);
    if (turns > 0) {
      lines.add(
          "It remembers "
              + counted(turns, "exchange")
              + " with you. Send /reset to make it forget them.");
    }
    String model = agent.optionalString("model");
    if (model != null) {
      lines.add("It uses the model " + model + ".");
    }
    return lines;
  }

  private static String messages(int count) {
    return counted(count, "message") + (count == 1 ? " has" : " have");
  }

  private static String counted(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }
}
