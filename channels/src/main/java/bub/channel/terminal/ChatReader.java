package bub.channel.terminal;

import java.util.List;
import java.util.Map;
import org.jline.reader.LineReader;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jspecify.annotations.Nullable;

/** Line editor with a live area above its prompt. One thread reads; any thread may print. */
final class ChatReader extends LineReaderImpl {
  private static final int MAX_LIVE_LINES = 12;

  private final boolean coloured;

  // Guarded by the editor's lock. Null while the editor's own constructor runs.
  private @Nullable AttributedString plain;
  private @Nullable AttributedString live;

  ChatReader(Terminal terminal, Map<String, Object> variables, boolean coloured) {
    super(terminal, "bub", variables);
    this.coloured = coloured;
    // The input is natural language: no quotes, no escapes, no history expansion with "!".
    setParser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]));
    option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
    option(LineReader.Option.HISTORY_TIMESTAMPED, false);
    option(LineReader.Option.INSERT_TAB, true);
  }

  boolean isLively() {
    return !getTerminal().getType().startsWith("dumb");
  }

  boolean isLive() {
    lock.lock();
    try {
      return live != null;
    } finally {
      lock.unlock();
    }
  }

  /** Prints permanently and clears the live area. */
  void say(AttributedString text) {
    lock.lock();
    try {
      live = null;
      compose();
      printAbove(look(text));
    } finally {
      lock.unlock();
    }
  }

  /** Prints permanently and keeps the live area. */
  void mention(AttributedString text) {
    printAbove(look(text));
  }

  private AttributedString look(AttributedString text) {
    return coloured ? text : new AttributedString(text.toString());
  }

  /** Shows only the end of a long text. */
  void live(@Nullable AttributedString text) {
    lock.lock();
    try {
      live = text == null ? null : look(text);
      compose();
      if (reading) {
        redisplay();
      }
    } finally {
      lock.unlock();
    }
  }

  private void compose() {
    if (plain != null) {
      prompt = live == null ? plain : above(tail(live), plain);
    }
  }

  private static AttributedString above(AttributedString upper, AttributedString lower) {
    return new AttributedStringBuilder()
        .append(upper)
        .append("\n")
        .append(lower)
        .toAttributedString();
  }

  private AttributedString tail(AttributedString text) {
    int columns = Math.max(2, getTerminal().getWidth());
    List<AttributedString> lines = text.columnSplitLength(columns);
    int room = Math.clamp(getTerminal().getHeight() / 2, 1, MAX_LIVE_LINES);
    return AttributedString.join(
        new AttributedString("\n"), lines.subList(Math.max(0, lines.size() - room), lines.size()));
  }

  // ---- called by the editor

  @Override
  public void setPrompt(String text) {
    super.setPrompt(text);
    plain = prompt;
    compose();
  }

  @Override
  protected boolean acceptLine() {
    if (buf.toString().endsWith("\\")) {
      buf.cursor(buf.length());
      buf.backspace();
      buf.write('\n');
      return true;
    }
    return super.acceptLine();
  }

  /** Clears the live area; the typed line stays on the screen. */
  @Override
  protected void cleanup() {
    if (plain != null) {
      prompt = plain;
    }
    super.cleanup();
  }
}
