package bub.channel;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import java.util.StringJoiner;

/** Text of an agent's answer to a command: its text field, or else one field per line. */
final class CommandReplyText {
  private CommandReplyText() {}

  static String of(Ack ack) {
    Fields facts = ack.payload().fields();
    var lines = new StringJoiner("\n");
    for (int i = 0; i < facts.count(); i++) {
      RawJson value = facts.value(i);
      String words = value.isString() ? value.asString() : value.toString();
      if (facts.name(i).equals("text")) {
        return words;
      }
      lines.add(facts.name(i).replace('_', ' ') + ": " + words);
    }
    return lines.length() == 0 ? ack.message() : lines.toString();
  }
}
