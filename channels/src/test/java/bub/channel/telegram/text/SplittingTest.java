package bub.channel.telegram.text;

import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions where a long reply is split. */
class SplittingTest {
  private static final int MAX = TelegramText.MAX_UNITS;

  private static List<String> texts(String markdown) {
    return TelegramText.of(markdown).stream().map(MessagePart::text).toList();
  }

  @Test
  void whatFitsIsOnePart() {
    assertThat(texts("x".repeat(MAX))).containsExactly("x".repeat(MAX));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n\t ", "\u200b\u200f\u202e\u2800", "**", "```\n```"})
  void whatHasNothingToSeeIsNoPartOrItsSigns(String nothing) {
    assertThat(texts(nothing)).allSatisfy(text -> assertThat(text).isEqualTo("**"));
  }

  @Test
  void paragraphsAreKeptWholeWhenTheyCan() {
    String paragraph = "Some words. ".repeat(100).strip();
    assertThat(texts((paragraph + "\n\n").repeat(5)))
        .containsExactly(
            paragraph + "\n\n" + paragraph + "\n\n" + paragraph, paragraph + "\n\n" + paragraph);
  }

  @Test
  void elseLinesElseSentencesElseWordsElseCharacters() {
    String line = "word ".repeat(400).strip();
    assertThat(texts((line + "\n").repeat(3))).containsExactly(line + "\n" + line, line);
    String sentence = "word ".repeat(299) + "end.";
    assertThat(texts((sentence + " ").repeat(4)))
        .containsExactly(sentence + " " + sentence, sentence + " " + sentence);
    assertThat(texts("word".repeat(500) + " " + "word".repeat(600)))
        .containsExactly("word".repeat(500), "word".repeat(600));
    assertThat(texts("字".repeat(MAX + 1))).containsExactly("字".repeat(MAX), "字");
  }

  @ParameterizedTest
  @ValueSource(strings = {"👨‍👩‍👧‍👦", "🇨🇭", "e\u0301\u0323", "👍🏽", "😀", "각"})
  void noCharacterIsTornApart(String character) {
    String text = "x" + character.repeat(3 * MAX / character.length());
    List<String> parts = texts(text);
    assertThat(String.join("", parts)).isEqualTo(text);
    assertThat(parts).hasSizeGreaterThan(2);
    assertThat(parts.subList(1, parts.size()))
        .allSatisfy(part -> assertThat(part.replace(character, "")).isEmpty());
  }

  @Test
  void aCharacterLongerThanAMessageIsTornBetweenItsMarks() {
    String monster = "a" + "\u0301".repeat(9_000);
    assertThat(String.join("", texts(monster))).isEqualTo(monster);
  }

  @Test
  void codeThatFitsAMessageIsNotCut() {
    String code =
        IntStream.range(0, 300).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    String text = "words ".repeat(400).strip();
    List<MessagePart> parts = TelegramText.of(text + "\n\n```java\n" + code + "\n```\n" + text);
    assertThat(parts.getFirst().text()).isEqualTo(text);
    assertThat(Shown.of(parts.get(1))).startsWith("<pre=java>" + code + "</pre>");
  }

  @Test
  void codeThatIsLongerIsCodeAgainInTheNextPartAndCutBetweenLines() {
    String code =
        IntStream.range(0, 1_000).mapToObj(i -> "  line " + i).collect(Collectors.joining("\n"));
    List<MessagePart> parts = TelegramText.of("Look:\n```java\n" + code + "\n```\nDone.");
    assertThat(parts).hasSizeGreaterThan(2);
    assertThat(parts.stream().map(MessagePart::text).collect(Collectors.joining("\n")))
        .isEqualTo("Look:\n" + code + "\nDone.");
    assertThat(parts)
        .allSatisfy(
            part ->
                assertThat(part.entities())
                    .singleElement()
                    .satisfies(
                        pre -> {
                          assertThat(pre.type()).isEqualTo(MessageEntity.PRE);
                          assertThat(pre.language()).isEqualTo("java");
                          assertThat(pre.in(part.text())).startsWith("  line ");
                        }));
  }

  @Test
  void noPartHasMoreFormattingThanTelegramHeeds() {
    String text =
        IntStream.range(0, 350).mapToObj(i -> "**b" + i + "** x").collect(Collectors.joining(" "));
    List<MessagePart> parts = TelegramText.of(text);
    assertThat(parts).allSatisfy(part -> assertThat(part.entities()).hasSizeLessThanOrEqualTo(100));
    assertThat(parts.stream().mapToInt(part -> part.entities().size()).sum()).isEqualTo(350);
    assertThat(parts.stream().map(MessagePart::text).collect(Collectors.joining(" ")))
        .isEqualTo(text.replace("**", ""));
  }

  @Test
  void tooMuchIsCutOffAndSaysSo() {
    List<String> parts = texts("😀".repeat(60_000));
    assertThat(parts.subList(0, 24)).containsOnly("😀".repeat(MAX / 2));
    assertThat(parts.getLast()).hasSize(100_000 % MAX + 5).endsWith("😀\n\n[…]");
    assertThat(parts).hasSize(25);
  }
}
