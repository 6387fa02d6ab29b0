package bub.channel.telegram.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Telegram accepts the formatted text, whatever a model writes. */
class HostileTextTest {
  private static final List<String> PIECES =
      List.of(
          "*",
          "**",
          "***",
          "_",
          "__",
          "~~",
          "`",
          "``",
          "```",
          "~~~",
          "[",
          "](",
          "](https://x.org)",
          ")",
          "!",
          "<",
          ">",
          "> ",
          "# ",
          "- ",
          "1. ",
          "| a | b |\n|---|---|\n",
          "|",
          "---",
          "\\",
          "&amp;",
          "\n",
          "\n",
          "\n\n",
          " ",
          "  ",
          "    ",
          "word",
          "word ",
          "Sentence. ",
          "a",
          "1",
          "😀",
          "👨‍👩‍👧‍👦",
          "🇨🇭",
          "\u0301",
          "\u200f",
          "\u202e",
          "\u0000",
          "\ud83d",
          "\ude00",
          "字",
          "\t",
          "```java\ncode\n```\n",
          "[l](https://x.org/y)",
          "**bold** ",
          "x".repeat(700),
          "w ".repeat(600));
  private static final Set<String> WITHOUT_COMPANY = Set.of(MessageEntity.CODE, MessageEntity.PRE);

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomMarkdownKeepsItsWordsAndTelegramsRules(long seed) {
    var random = new Random(seed);
    var markdown = new StringBuilder();
    for (int i = random.nextInt(200); i >= 0; i--) {
      markdown.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    holds(markdown.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "**a",
        "_a ",
        "*a _b ",
        "~~",
        "[",
        "[](",
        "[a](b",
        "![",
        "]",
        "`",
        "` `` ",
        "<http://",
        "<",
        "> ",
        ">",
        "# ",
        "- ",
        "1. ",
        "|",
        "| - |\n",
        "|-|\n",
        "\\",
        "&",
        "&amp",
        "\n",
        " ",
        "\t",
        "😀",
        "\u200f",
        "😀\u200f",
        "\u202e\u0301",
        "\ud83d",
        "```\n",
        "~~~",
        "***a** b* ",
        "*a**b",
        "a\u0301",
        "[l](https://x.org) ",
        "`c` ",
        "> ```\n"
      })
  @Timeout(60)
  void aHundredThousandOfTheSameTakeNoLongTime(String piece) {
    holds(piece.repeat(TelegramText.MAX_INPUT / piece.length() + 1));
  }

  private static void holds(String markdown) {
    RenderedText whole = TelegramText.render(markdown);
    List<MessagePart> parts = TelegramText.of(markdown);
    assertThat(visible(parts.stream().map(MessagePart::text).collect(Collectors.joining())))
        .isEqualTo(visible(whole.text()));
    for (MessagePart part : parts) {
      fits(part);
    }
  }

  /** All but white space and what nobody sees: only that may get lost at a cut. */
  private static String visible(String text) {
    var visible = new StringBuilder();
    text.codePoints().filter(Glyphs::isVisible).forEach(visible::appendCodePoint);
    return visible.toString();
  }

  private static void fits(MessagePart part) {
    String text = part.text();
    assertThat(text.length()).isBetween(1, TelegramText.MAX_UNITS);
    assertThat(Glyphs.isVisible(text)).isTrue();
    assertThat(new String(text.getBytes(UTF_8), UTF_8)).isEqualTo(text);
    assertThat(part.plain().length()).isBetween(1, TelegramText.MAX_UNITS);
    assertThat(part.entities()).hasSizeLessThanOrEqualTo(TelegramText.MAX_ENTITIES);
    for (int i = 0; i < part.entities().size(); i++) {
      MessageEntity entity = part.entities().get(i);
      List<MessageEntity> later = part.entities().subList(i + 1, part.entities().size());
      if (!isInside(entity, text) || !later.stream().allMatch(it -> agree(entity, it))) {
        fail("%s does not fit %s", entity, part);
      }
    }
  }

  private static boolean isInside(MessageEntity entity, String text) {
    return entity.offset() >= 0 && entity.length() > 0 && entity.end() <= text.length();
  }

  /** One after the other, or one inside the other where that is allowed. */
  private static boolean agree(MessageEntity first, MessageEntity second) {
    if (second.offset() >= first.end()) {
      return true;
    }
    boolean nested = second.offset() >= first.offset() && second.end() <= first.end();
    boolean alone =
        WITHOUT_COMPANY.contains(first.type())
            || WITHOUT_COMPANY.contains(second.type())
                && !first.type().equals(MessageEntity.BLOCKQUOTE);
    return nested && !alone && !first.type().equals(second.type());
  }
}
