package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  private final Seed seed = Seed.given();
  private final RandomGenerator random = seed.random();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00",
        "7f",
        "c280",
        "dfbf",
        "e0a080",
        "ed9fbf",
        "ee8080",
        "efbfbf",
        "f0908080",
        "f48fbfbf"
      })
  void acceptsTheEdgesOfEveryLength(String hex) {
    assertThat(isValid(hex)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "bf",
        "c0",
        "c080",
        "c1bf",
        "c27f",
        "c2c0",
        "e09fbf",
        "eda080",
        "edbfbf",
        "e28280e2",
        "e282",
        "f08fbfbf",
        "f4908080",
        "f5808080",
        "f09f98",
        "f8888080",
        "fe",
        "ff"
      })
  void refusesWhatLiesBeyondTheEdges(String hex) {
    assertThat(isValid(hex)).isFalse();
  }

  @Test
  void agreesWithTheJdkOnEveryTwoBytes() {
    for (int i = 0; i < 0x10000; i++) {
      assertAgrees(new byte[] {(byte) (i >> 8), (byte) i});
    }
  }

  @Test
  void agreesWithTheJdkOnEveryLeadAndEdgesOfWhatFollows() {
    int[] edges = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    for (int lead = 0x80; lead <= 0xFF; lead++) {
      for (int second : edges) {
        for (int third : edges) {
          for (int fourth : edges) {
            assertAgrees(new byte[] {(byte) lead, (byte) second, (byte) third, (byte) fourth});
          }
        }
      }
    }
  }

  @Test
  void agreesWithTheJdkOnRandomBytesAmongAscii() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) (random.nextInt(8) == 0 ? random.nextInt(256) : random.nextInt(128));
      }
      assertAgrees(bytes);
    }
  }

  @Test
  void agreesWithTheJdkOnRandomTextWithOneByteChanged() {
    var trees = new RandomTree(random);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = ("x" + trees.text(20)).getBytes(UTF_8);
      assertAgrees(bytes);
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      assertAgrees(bytes);
    }
  }

  @Test
  void looksOnlyAtTheRangeItIsGiven() {
    byte[] bytes = "\u00e9 plain text \u00e9".getBytes(UTF_8);

    assertThat(Utf8.isValid(bytes, 1, bytes.length)).isFalse();
    assertThat(Utf8.isValid(bytes, 2, bytes.length - 2)).isTrue();
    assertThat(Utf8.isValid(bytes, 0, bytes.length - 1)).isFalse();
    assertThat(Utf8.isValid(bytes, 1, 1)).isTrue();
  }

  private static boolean isValid(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return Utf8.isValid(bytes, 0, bytes.length);
  }

  private void assertAgrees(byte[] bytes) {
    boolean ours = Utf8.isValid(bytes, 0, bytes.length);
    if (ours != jdkAccepts(bytes)) {
      assertThat(ours).as("%s: %s", seed, HexFormat.of().formatHex(bytes)).isEqualTo(!ours);
    }
  }

  /** A new decoder reports what is malformed instead of replacing it. */
  private static boolean jdkAccepts(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }
}
