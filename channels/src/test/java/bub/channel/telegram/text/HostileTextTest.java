package bub.channel.telegram.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import bub.channel.telegram.api.MessageEntity;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
          "&#xD800;",
          "&NewLine;",
          "<b>",
          "[a]: ",
          "1) ",
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
  private static final List<String> WORDS = List.of("word", "Sentence", "code", "字", "😀");
  private static final long MAX_NANOS = 1_000_000_000;
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
    keepsItsWords(markdown.toString());
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
        "> ```\n",
        "[a](<",
        "<!--",
        "<a@b.c",
        "1\n",
        "]\n",
        "[a]: b\n",
        "a|b\n-|-\n",
        "**注意：**这",
      })
  @Timeout(60)
  void aHundredThousandOfTheSameTakeNoLongTime(String piece) {
    isQuick(piece.repeat(TelegramText.MAX_INPUT / piece.length() + 1));
  }

  static Stream<Arguments> traps() {
    String url = "https://x.org/" + "x".repeat(1_900);
    return Stream.of(
        arguments("a wide table", table(16_000, "|b|\n", 8_000)),
        arguments("a long table", table(30, "|b\n", 30_000)),
        arguments("a table of numbers", table(9, "1\n", 9_000)),
        arguments("deep quotes", ">".repeat(50_000) + "a"),
        arguments("deep quotes over lines", ">".repeat(90) + "a\n" + "b\n".repeat(40_000)),
        arguments("deep lists over lines", "- ".repeat(25_000) + "a" + "\n".repeat(50_000)),
        arguments("deep lists by indent", steps(300)),
        arguments("deep emphasis", "*a ".repeat(16_000) + " b*".repeat(16_000)),
        arguments("emphasis at the limit", "*a ".repeat(750) + "x" + " b*".repeat(750)),
        arguments("bold at the limit", "**".repeat(375) + "x" + "**".repeat(375)),
        arguments("deep images", "![a".repeat(14_000) + "](b)".repeat(14_000)),
        arguments("images at the limit", "![a".repeat(750) + "](b)".repeat(750)),
        arguments("long labels", "![".repeat(100) + "a".repeat(99_000) + "]".repeat(100)),
        arguments("lines that begin no block", ("1\n".repeat(790) + "\n").repeat(60)),
        arguments("an endless address", "<a@" + "a.".repeat(49_000) + "com>"),
        arguments(
            "one long target", "[a]: " + "b".repeat(50_000) + "\n\n" + "[a]\n\n".repeat(9_000)),
        arguments("one good target", "[a]: " + url + "\n\n" + "[a]\n\n".repeat(19_000)),
        arguments("targets in a table", "[a]: " + url + "\n\n" + table(2, "|[a]|[a]\n", 9_000)));
  }

  private static String table(int columns, String row, int rows) {
    return "|a".repeat(columns) + "|\n" + "|-".repeat(columns) + "|\n" + row.repeat(rows);
  }

  private static String steps(int depth) {
    return IntStream.range(0, depth)
        .mapToObj(i -> "  ".repeat(i) + "- a\n")
        .collect(Collectors.joining());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("traps")
  @Timeout(60)
  void aTrapForTheParserTakesNoLongTime(String name, String markdown) {
    isQuick(markdown);
    assertThat(TelegramText.render(markdown).text().length())
        .as(name)
        .isLessThan(3 * TelegramText.MAX_INPUT);
  }

  /** Measures the time of the processor, because other tests run beside this one. */
  private static void isQuick(String markdown) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    TelegramText.of(markdown);
    assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(MAX_NANOS);
    holds(markdown);
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

  private static void keepsItsWords(String markdown) {
    String shown = everything(TelegramText.render(markdown));
    for (String word : WORDS) {
      assertThat(count(word, shown))
          .as(word)
          .isGreaterThanOrEqualTo(count(word, Glyphs.head(markdown, TelegramText.MAX_INPUT)));
    }
  }

  private static String everything(RenderedText whole) {
    var all = new StringBuilder(whole.text());
    for (MessageEntity entity : whole.entities()) {
      all.append('\n').append(entity.url()).append('\n').append(entity.language());
    }
    return all.toString();
  }

  private static int count(String word, String text) {
    return text.split(Pattern.quote(word), -1).length - 1;
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
