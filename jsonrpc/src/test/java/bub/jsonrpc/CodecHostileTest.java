package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import bub.json.RawJson;
import bub.json.Seed;
import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Incoming.Malformed;
import bub.jsonrpc.Incoming.MalformedAnswer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Decoding returns a value for any bytes, and a message in it can be forwarded. */
class CodecHostileTest {
  private static final List<String> TEXTS =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":-1.5e3,\"method\":\"m\\u00e9\\n"
              + "\",\"params\":{\"é\":[true,{}]}}",
          "{ \"jsonrpc\" : \"2.0\" , \"method\" : \"\\ud83d\\ude00\" , \"params\" : [ 1 , null ] }",
          "{\"id\":\"x\",\"error\":{\"code\":-32000,\"message\":\"no\",\"data\":[]},\"jsonrpc\":\"2.0\"}",
          "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\ud83d\ude00\"},{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]");
  private static final String ALPHABET = "{}[]\",:\\ud80ef0129.-+Etrn \"\"jsonrpc2.0idmethodresult";

  private final Seed seed = Seed.given();
  private final RandomGenerator random = seed.random();

  @Test
  void survivesRandomBytes() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      assertSurvives(bytes);
    }
  }

  @Test
  void survivesRandomLettersOfTheRightAlphabet() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      }
      assertSurvives(bytes);
    }
  }

  @Test
  void everyTruncationIsAParseError() {
    for (String text : TEXTS) {
      byte[] whole = text.getBytes(UTF_8);
      for (int length = 0; length < whole.length; length++) {
        assertThat(decode(Arrays.copyOf(whole, length)))
            .as("the first %d bytes of %s", length, text)
            .isInstanceOfSatisfying(
                Malformed.class,
                cut -> assertThat(cut.error().code()).isEqualTo(RpcError.PARSE_ERROR));
      }
    }
  }

  @Test
  void survivesEveryByteInEveryPlace() {
    for (String text : TEXTS) {
      byte[] whole = text.getBytes(UTF_8);
      for (int at = 0; at < whole.length; at++) {
        for (int b = 0; b < 256; b++) {
          byte[] changed = whole.clone();
          changed[at] = (byte) b;
          assertSurvives(changed);
        }
      }
    }
  }

  @Test
  void survivesSeveralChangesAtOnce() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = TEXTS.get(random.nextInt(TEXTS.size())).getBytes(UTF_8);
      for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] =
            (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      }
      assertSurvives(bytes);
    }
  }

  private void assertSurvives(byte[] text) {
    try {
      touch(decode(text.clone()));
    } catch (Exception | StackOverflowError thrown) {
      assertThatCode(
              () -> {
                throw thrown;
              })
          .as("%s: %s", seed, HexFormat.of().formatHex(text))
          .doesNotThrowAnyException();
    }
  }

  private static Incoming decode(byte[] text) {
    return Codec.standard().decode(text);
  }

  /** Writes what was read, as a bus does that passes it on: the result must be good JSON again. */
  private static void touch(Incoming incoming) throws Exception {
    switch (incoming) {
      case Batch(List<Incoming> entries) -> {
        for (Incoming entry : entries) {
          touch(entry);
        }
      }
      case Malformed(RequestId id, RpcError error) -> touch(new Message.Failure(id, error));
      case MalformedAnswer(RequestId id, String problem) ->
          touch(new Message.Failure(id, RpcError.invalidRequest(problem)));
      case Message message -> RawJson.parse(message.toRaw().toByteArray(), 64);
    }
  }
}
