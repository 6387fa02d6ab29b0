package bub.protocol;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.List;

/** Short messages that a person may begin a conversation with, as an agent declares them. */
public record ConversationStarters(List<String> texts) {
  public static final ConversationStarters NONE = new ConversationStarters(List.of());
  public static final int MOST = 8;
  public static final int LONGEST = 200;

  private static final String FIELD = "starters";
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  public ConversationStarters {
    if (texts.size() > MOST) {
      throw new InvalidField(FIELD, "must have at most " + MOST + " entries");
    }
    for (int i = 0; i < texts.size(); i++) {
      check(FIELD + "[" + i + "]", texts.get(i));
    }
    texts = List.copyOf(texts);
  }

  public static ConversationStarters of(String... texts) {
    return new ConversationStarters(List.of(texts));
  }

  /** Reads the member of {@code clientInfo}, which few programs have. */
  static ConversationStarters read(Fields clientInfo) {
    RawJson given = clientInfo.find(FIELD);
    return given == null || given.isNull()
        ? NONE
        : new ConversationStarters(NestedFields.strings(clientInfo, FIELD));
  }

  /** Clients show a starter in a list, so it is one line in which nothing is hidden. */
  private static void check(String field, String text) {
    if (text.isBlank() || text.length() > LONGEST) {
      throw new InvalidField(field, "must have 1 to " + LONGEST + " characters");
    }
    if (!text.codePoints().allMatch(ConversationStarters::isShown)) {
      throw new InvalidField(field, "must be one line without control or invisible characters");
    }
  }

  private static boolean isShown(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      // Joiners make emoji; the others reverse or hide text.
      case Character.FORMAT -> point == ZERO_WIDTH_JOINER || point == ZERO_WIDTH_NON_JOINER;
      default -> true;
    };
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }

  /** Number of characters in memory. */
  public int length() {
    return texts.stream().mapToInt(String::length).sum();
  }
}
