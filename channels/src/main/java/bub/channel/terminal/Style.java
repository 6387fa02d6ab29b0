package bub.channel.terminal;

import bub.channel.Progress;
import bub.channel.store.Line;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** How things look in a terminal. Everything from elsewhere is made safe here. */
final class Style {
  static final String PROMPT = "you › ";

  private static final AttributedStyle FAINT = AttributedStyle.DEFAULT.faint();
  private static final AttributedStyle NAME =
      AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.CYAN);
  private static final AttributedStyle WARNING =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);

  static final AttributedString TYPING = faint("bub is typing…");

  private Style() {}

  /** Something said just now. */
  static AttributedString line(Line line) {
    return switch (line.speaker()) {
      case HOUSE -> new AttributedString(SafeText.lines(line.text()), WARNING);
      case OPERATOR -> said(line.operator() + " › ", WARNING, line.text(), AttributedStyle.DEFAULT);
      case AGENT, HUMAN -> said("bub › ", NAME, line.text(), AttributedStyle.DEFAULT);
    };
  }

  /** Something said in an earlier conversation. */
  static AttributedString past(Line line) {
    return switch (line.speaker()) {
      case HUMAN -> said(PROMPT, FAINT, line.text(), FAINT);
      case AGENT -> said("bub › ", FAINT, line.text(), FAINT);
      case OPERATOR -> said(line.operator() + " › ", FAINT, line.text(), FAINT);
      case HOUSE -> faint(SafeText.lines(line.text()));
    };
  }

  static AttributedString partial(String text) {
    return said("bub › ", FAINT, text.replace("\t", "    "), FAINT);
  }

  private static AttributedString said(
      String who, AttributedStyle name, String text, AttributedStyle style) {
    return new AttributedStringBuilder()
        .append(who, name)
        .append(SafeText.lines(text), style)
        .toAttributedString();
  }

  static AttributedString toolCall(Progress.ToolCall call) {
    return faint("  · " + SafeText.line(call.name() + " " + call.arguments()));
  }

  static AttributedString toolFailure(Progress.ToolCall call) {
    return faint("  · " + SafeText.line(call.name()) + " failed");
  }

  static AttributedString delayed(String reason) {
    return new AttributedString(
        "One moment, please: " + SafeText.line(reason) + ". Your message is kept.", WARNING);
  }

  static AttributedString faint(String text) {
    return new AttributedString(text, FAINT);
  }
}
