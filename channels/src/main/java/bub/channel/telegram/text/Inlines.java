package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/** Renders the inline content of a line: words, emphasis, code and links. */
final class Inlines {
  private Inlines() {}

  static void write(FormattedTextBuilder out, String text) {
    write(out, new InlineScanner(text, true).scan());
  }

  private static void write(FormattedTextBuilder out, List<Inline> inlines) {
    Emphasis.pair(inlines);
    for (Inline inline : inlines) {
      switch (inline) {
        case Inline.Words(String text) -> out.write(text);
        case Inline.Code(String text) -> out.code(text);
        case Inline.Link link -> write(out, link);
        case Inline.Run run -> write(out, run);
      }
    }
  }

  private static void write(FormattedTextBuilder out, Inline.Run run) {
    run.closes().forEach(_ -> out.end());
    out.write(String.valueOf(run.sign()).repeat(run.left()));
    run.opens().forEach(out::begin);
  }

  /** Writes a link. A target that Telegram would refuse is written out as text. */
  private static void write(FormattedTextBuilder out, Inline.Link link) {
    String label = link.label().isBlank() ? link.url() : link.label();
    boolean works = MarkdownLinks.isGood(link.url());
    if (works) {
      out.begin(MessageEntity.TEXT_LINK, link.url());
    }
    write(out, new InlineScanner(label, false).scan());
    if (works) {
      out.end();
    } else if (!link.url().isEmpty() && !link.url().endsWith(label)) {
      out.write(" (" + link.url() + ")");
    }
  }
}
