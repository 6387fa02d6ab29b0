package bub.agent.model.langchain;

import bub.agent.model.ConversationLine;
import bub.agent.model.Prompt;
import bub.agent.model.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;

/** Converts a conversation to LangChain4j messages. */
final class LangChainMessages {
  private static final String NOTHING = "(nothing)"; // providers refuse an empty text

  private LangChainMessages() {}

  static List<ChatMessage> of(Prompt prompt) {
    var messages = new ArrayList<ChatMessage>();
    messages.add(SystemMessage.from(prompt.instructions()));
    for (ConversationLine line : prompt.lines()) {
      messages.add(
          switch (line) {
            case ConversationLine.Heard(String text) -> UserMessage.from(orNothing(text));
            case ConversationLine.Said said -> said(said);
            case ConversationLine.Result(ToolCall call, String text) ->
                ToolExecutionResultMessage.from(call.id(), call.name(), orNothing(text));
          });
    }
    return messages;
  }

  private static AiMessage said(ConversationLine.Said said) {
    if (said.keepsake() instanceof AiMessage message) {
      return message;
    }
    if (said.calls().isEmpty()) {
      return AiMessage.from(orNothing(said.text()));
    }
    var requests = new ArrayList<ToolExecutionRequest>();
    for (ToolCall call : said.calls()) {
      requests.add(
          ToolExecutionRequest.builder()
              .id(call.id())
              .name(call.name())
              .arguments(call.object() == null ? "{}" : call.arguments())
              .build());
    }
    return said.text().isBlank() ? AiMessage.from(requests) : AiMessage.from(said.text(), requests);
  }

  private static String orNothing(String text) {
    return text.isBlank() ? NOTHING : text;
  }
}
