package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Our reader and writer against Jackson, on random values. */
class SecondOpinionTest {
  private static final String PUNCTUATION = "{}[]\",:\\u0123456789abcdDEe+-.tn ";

  private final Seed seed = Seed.given();
  private final RandomGenerator random = seed.random();
  private final RandomTree trees = new RandomTree(random);

  @Test
  void whatWeWriteIsReadAlikeByJacksonAndByUs() throws InvalidJson {
    for (int i = 0; i < 3_000; i++) {
      JsonNode tree = trees.value(5);
      byte[] text = Trees.written(tree).toRaw().toByteArray();

      assertThat(Trees.byJackson(text)).as(seed.toString()).isEqualTo(tree);
      assertThat(Trees.bySlices(RawJson.parse(text, 64))).as(seed.toString()).isEqualTo(tree);
    }
  }

  @Test
  void slicesOfOddlySpacedTextAgreeWithJackson() throws InvalidJson {
    for (int i = 0; i < 3_000; i++) {
      JsonNode tree = trees.value(5);
      String text = OddSpelling.of(tree, random);

      assertThat(Trees.byJackson(text)).as(seed.toString()).isEqualTo(tree);
      assertThat(Trees.bySlices(RawJson.parse(text))).as(seed.toString()).isEqualTo(tree);
    }
  }

  /** Compared as bytes: what we pass on, a stranger with another parser must be able to read. */
  @Test
  void whatWeAcceptJacksonAcceptsAndReadsAlike() {
    int accepted = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] text = damaged();
      RawJson json = parsed(text);
      if (json != null) {
        accepted++;
        assertThat(Trees.jacksonAccepts(text)).as("%s: %s", seed, json).isTrue();
        assertThat(Trees.bySlices(json)).as("%s", seed).isEqualTo(Trees.byJackson(text));
      }
    }
    assertThat(accepted).as("%s: damage that leaves JSON", seed).isPositive();
  }

  /**
   * The other way round, compared as characters: from bytes Jackson also guesses UTF-16 and UTF-32,
   * skips a byte order mark and lets some invalid UTF-8 pass. Beyond that it is looser in two
   * things only: it takes lone surrogates and any exponent.
   */
  @Test
  void whatWeRefuseJacksonRefusesButForSurrogatesAndExponents() {
    for (int i = 0; i < 20_000; i++) {
      byte[] text = damaged();
      boolean utf8 = Utf8.isValid(text, 0, text.length);
      if (utf8 && parsed(text) == null && Trees.jacksonAccepts(new String(text, UTF_8))) {
        assertThat(problemOf(text)).as("%s", seed).containsAnyOf("lone surrogate", "an exponent");
      }
    }
  }

  private byte[] damaged() {
    byte[] text = OddSpelling.of(trees.value(3), random).getBytes(UTF_8);
    for (int i = random.nextInt(3); i > 0; i--) {
      int letter = PUNCTUATION.charAt(random.nextInt(PUNCTUATION.length()));
      int other = random.nextInt(256);
      text[random.nextInt(text.length)] = (byte) (random.nextBoolean() ? letter : other);
    }
    return text;
  }

  private static @Nullable RawJson parsed(byte[] text) {
    try {
      return RawJson.parse(text, 64);
    } catch (InvalidJson refused) {
      return null;
    }
  }

  private static @Nullable String problemOf(byte[] text) {
    try {
      RawJson.parse(text, 64);
      return null;
    } catch (InvalidJson refused) {
      return refused.getMessage();
    }
  }
}
