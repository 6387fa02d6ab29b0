package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.protocol.Pattern.Kind;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternTest {
  @ParameterizedTest
  @CsvSource({
    "agent:worker-42, EXACT,  agent:worker-42",
    "a[b,             EXACT,  a[b",
    "[],              EXACT,  []",
    "a],              EXACT,  a]",
    "tg:*,            PREFIX, tg:",
    "*,               PREFIX, ''",
    "a[b*,            PREFIX, a[b",
    "tg:**,           GLOB,   tg:",
    "tg:?,            GLOB,   tg:",
    "tg:[12],         GLOB,   tg:",
    "*:spawn,         GLOB,   ''",
    "a*b*,            GLOB,   a",
  })
  void knowsItsKindAndTheTextEveryMatchBeginsWith(String text, Kind kind, String prefix) {
    Pattern pattern = Pattern.of(text);
    assertThat(pattern.kind()).isEqualTo(kind);
    assertThat(pattern.literalPrefix()).isEqualTo(prefix);
    assertThat(pattern.text()).isEqualTo(text);
    assertThat(pattern).hasToString(text);
  }

  @Test
  void everyKindMatchesAsFnmatchDoes() {
    Seed seed = Seed.given();
    Random random = seed.random();
    String[] pieces = {"a", "b", ":", "*", "?", "[ab]", "[!a]", "[", "]"};
    for (int i = 0; i < 10_000; i++) {
      Pattern pattern = Pattern.of(join(random, pieces));
      String address = join(random, "a", "b", ":", "[", "]", "*");
      boolean expected = Fnmatch.matches(pattern.text(), address);
      assertThat(pattern.matches(address))
          .as("%s matches %s, %s", pattern, address, seed)
          .isEqualTo(expected);
      if (expected) {
        assertThat(address).as("%s", seed).startsWith(pattern.literalPrefix());
      }
    }
  }

  private static String join(Random random, String... pieces) {
    var text = new StringBuilder();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  @Test
  void exactlyIsLiteralWhateverTheAddressLooksLike() {
    for (String text : new String[] {"*", "tg:*", "a?c", "[ab]"}) {
      Pattern pattern = Pattern.exactly(new Address(text));
      assertThat(pattern.kind()).isEqualTo(Kind.EXACT);
      assertThat(pattern.literalPrefix()).isEqualTo(text);
      assertThat(pattern.matches(text)).isTrue();
      assertThat(pattern.matches("tg:1")).isFalse();
      assertThat(pattern.matches("abc")).isFalse();
      assertThat(pattern.matches("a")).isFalse();
    }
  }

  @Test
  void isEqualByTextAndByHowItIsMeant() {
    assertThat(Pattern.of("tg:*")).isEqualTo(Pattern.of("tg:*")).hasSameHashCodeAs("tg:*");
    assertThat(Pattern.of("tg:1")).isEqualTo(Pattern.exactly(new Address("tg:1")));
    assertThat(Pattern.of("*")).isNotEqualTo(Pattern.exactly(new Address("*")));
  }

  @Test
  void hasTheLimitsOfAnAddress() {
    assertThat(Pattern.of("a".repeat(255) + "*").text()).hasSize(256);
    assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("a".repeat(256) + "*"));
    assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of(""));
    assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("tg: *"));
  }

  @Test
  void aRefusalNamesTheField() {
    var fields = raw("{\"a\":\"x y\",\"b\":\"\",\"c\":[]}").fields();
    assertThat(refusedBy(() -> Pattern.read(fields, "a"))).isEqualTo("a");
    assertThat(refusedBy(() -> Pattern.read(fields, "b"))).isEqualTo("b");
    assertThat(refusedBy(() -> Pattern.read(fields, "c"))).isEqualTo("c");
    assertThat(refusedBy(() -> Pattern.read(fields, "d"))).isEqualTo("d");
  }
}
