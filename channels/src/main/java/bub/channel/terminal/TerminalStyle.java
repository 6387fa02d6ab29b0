package bub.channel.terminal;

import bub.channel.ChatProgress;
import bub.channel.store.ChatLine;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Styles for text in a terminal. Escapes all untrusted text. */
final class TerminalStyle {
  static final String PROMPT = "you › ";

  private static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
  private static final AttributedStyle NAME =
      AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.CYAN);
  private static final AttributedStyle WARNING =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);

  static final AttributedString TYPING = faint("bub is typing…");

  private TerminalStyle() {}

  static AttributedString line(ChatLine line) {
    return switch (line.speaker()) {
      case HOUSE -> new AttributedString(SafeChatText.lines(line.text()), WARNING);
      case OPERATOR -> said(line.operator() + " › ", WARNING, line.text(), AttributedStyle.DEFAULT);
      case AGENT, HUMAN -> said("bub › ", NAME, line.text(), AttributedStyle.DEFAULT);
    };
  }

  static AttributedString past(ChatLine line) {
    return switch (line.speaker()) {
      case HUMAN -> said(PROMPT, FAINT, line.text(), FAINT);
      case AGENT -> said("bub › ", FAINT, line.text(), FAINT);
      case OPERATOR -> said(line.operator() + " › ", FAINT, line.text(), FAINT);
      case HOUSE -> faint(SafeChatText.lines(line.text()));
    };
  }

  static AttributedString partial(String text) {
    return said("bub › ", FAINT, text.replace("\t", "    "), FAINT);
  }

  private static AttributedString said(
      String who, AttributedStyle name, String text, AttributedStyle style) {
    return new AttributedStringBuilder()
        .append(who, name)
        .append(SafeChatText.lines(text), style)
        .toAttributedString();
  }

  static AttributedString toolCall(ChatProgress.ToolCall call) {
    return faint("  · " + SafeChatText.line(call.name() + " " + call.arguments()));
  }

  static AttributedString toolFailure(ChatProgress.ToolCall call) {
    return faint("  · " + SafeChatText.line(call.name()) + " failed");
  }

  static AttributedString delayed(String reason) {
    return new AttributedString(
        "Please wait: " + SafeChatText.line(reason) + ". Your message is saved.", WARNING);
  }

  static AttributedString faint(String text) {
    return new AttributedString(text, FAINT);
  }
}
