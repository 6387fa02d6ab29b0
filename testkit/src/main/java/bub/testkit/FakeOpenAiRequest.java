package bub.testkit;

import bub.json.Fields;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that a {@link FakeOpenAi} received. */
public record FakeOpenAiRequest(RawJson body, @Nullable String authorization) {

  /** One message of the conversation; a message without text has an empty one. */
  public record Message(String role, String text) {}

  public boolean isStreamed() {
    return body.fields().bool("stream", false);
  }

  public String model() {
    return body.fields().string("model");
  }

  public List<Message> messages() {
    var messages = new ArrayList<Message>();
    for (RawJson element : body.fields().require("messages").elements()) {
      Fields message = element.fields();
      messages.add(new Message(message.string("role"), text(message.find("content"))));
    }
    return messages;
  }

  private static String text(@Nullable RawJson content) {
    if (content == null || content.isNull()) {
      return "";
    }
    if (content.isString()) {
      return content.asString();
    }
    var text = new StringBuilder();
    content.elements().forEach(part -> text.append(part.fields().string("text")));
    return text.toString();
  }

  public String last(String role) {
    return messages().reversed().stream()
        .filter(message -> message.role().equals(role))
        .map(Message::text)
        .findFirst()
        .orElse("");
  }

  /** Returns the offered functions, each with name, description and parameters. */
  public List<RawJson> tools() {
    RawJson tools = body.fields().find("tools");
    return tools == null || tools.isNull()
        ? List.of()
        : tools.elements().stream().map(tool -> tool.fields().object("function")).toList();
  }

  public List<String> toolNames() {
    return tools().stream().map(tool -> tool.fields().string("name")).toList();
  }
}
