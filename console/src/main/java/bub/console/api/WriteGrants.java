package bub.console.api;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.ProgramName;
import java.util.List;

/** Chats of other channels that operators may write in; the bus checks the console's token too. */
public record WriteGrants(List<Pattern> chats) {
  public static final WriteGrants NONE = new WriteGrants(List.of());

  public WriteGrants {
    chats = List.copyOf(chats);
  }

  boolean cover(Address chat) {
    return chats.stream().anyMatch(granted -> granted.matches(chat.value()));
  }

  static String refusal(Address chat) {
    String all = chat.value().substring(0, chat.value().indexOf(':') + 1) + "*";
    return ProgramName.current()
        .in(
            "You can only read %s here. To let operators write, run: bub up --console-write '%s'"
                .formatted(chat, all));
  }
}
