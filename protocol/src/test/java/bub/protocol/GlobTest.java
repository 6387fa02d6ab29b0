package bub.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  private static final Duration QUICK = Duration.ofSeconds(2);

  @ParameterizedTest
  @CsvSource({
    "*,          anything:at-all",
    "*,          ''",
    "tg:*,       tg:",
    "tg:*,       tg:1:2:3",
    "*:spawn,    system:spawn",
    "a*c,        ac",
    "a*c,        a:b:c",
    "a**c,       abc",
    "a?c,        abc",
    "a?c,        a😀c",
    "[abc],      b",
    "[a-c],      b",
    "[!a-z],     A",
    "[!a-z],     😀",
    "[]abc],     ]",
    "[!]],       a",
    "[-a],       -",
    "[a-],       -",
    "[^a],       ^",
    "[*],        *",
    "[?],        ?",
    "[a-b-d],    -",
    "[a-b-d],    d",
    "[😀-😃],     😂",
    "[!z-a],     m",
    "[a-,        [a-",
    "[,          [",
    "[],         []",
    "[!],        [!]",
    "a[b,        a[b",
  })
  void matches(String pattern, String text) {
    assertThat(Glob.matches(pattern, text)).isTrue();
    assertThat(Fnmatch.matches(pattern, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "tg:*,       tg",
    "tg:*,       TG:1",
    "tg:*,       xtg:1",
    "*:spawn,    system:spawned",
    "?,          ''",
    "a?c,        ac",
    "a?c,        abbc",
    "[abc],      d",
    "[abc],      ab",
    "[!a-z],     m",
    "[]abc],     [",
    "[!]],       ]",
    "[a-c],      -",
    "[a-b-d],    c",
    "[z-a],      m",
    "[^a],       b",
    "[a-,        a",
    "a[b,        ab",
  })
  void doesNotMatch(String pattern, String text) {
    assertThat(Glob.matches(pattern, text)).isFalse();
    assertThat(Fnmatch.matches(pattern, text)).isFalse();
  }

  @Test
  void agreesWithFnmatchOnRandomPatternsAndTexts() {
    Seed seed = Seed.given();
    Random random = seed.random();
    for (int i = 0; i < 20_000; i++) {
      String pattern = text(random, 9, "ab:**??[[]]!--^😀");
      String text = text(random, 7, "ab:[]!-^*😀");
      assertThat(Glob.matches(pattern, text))
          .as("%s matches %s, %s", pattern, text, seed)
          .isEqualTo(Fnmatch.matches(pattern, text));
    }
  }

  private static String text(Random random, int maxLength, String alphabet) {
    int[] letters = alphabet.codePoints().toArray();
    var text = new StringBuilder();
    for (int i = random.nextInt(maxLength + 1); i > 0; i--) {
      text.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  @Test
  void manyStarsDoNotTakeExponentialTime() {
    String text = "a".repeat(256);
    assertTimeoutPreemptively(
        QUICK,
        () -> {
          assertThat(Glob.matches("*a*a*a*a*b", text)).isFalse();
          assertThat(Glob.matches("*a".repeat(127) + "*b", text)).isFalse();
          assertThat(Glob.matches("*[ab]".repeat(50) + "*b", text)).isFalse();
        });
  }

  @Test
  void bracketsThatNeverCloseDoNotTakeLongEither() {
    String brackets = "[".repeat(254);
    assertTimeoutPreemptively(
        QUICK, () -> assertThat(Glob.matches("*" + brackets + "x", brackets + "yy")).isFalse());
  }
}
