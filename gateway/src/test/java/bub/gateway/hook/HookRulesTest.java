package bub.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file {@code hooks.json}, texts and signatures of other services. */
class HookRulesTest {
  private static final String SECRET = "0123456789abcdef";

  private static HookRules parse(String text) throws Misplaced {
    return HookRules.parse(text.getBytes(UTF_8));
  }

  @Test
  void readsWhatItWrites() throws Exception {
    HookRules rules =
        parse(
            "{\"version\":1,\"hooks\":[{\"name\":\"a\",\"to\":\"tg:1\",\"signature\":\"token\","
                + "\"secret\":\""
                + SECRET
                + "\"}]}");
    assertThat(rules.find("a")).isPresent();
    assertThat(parse(rules.text())).isEqualTo(rules);
    assertThat(parse(HookRules.NONE.text())).isEqualTo(HookRules.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"name\":\"A/b\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\"",
        "\"name\":\"a\",\"to\":\"x y\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\"",
        "\"name\":\"a\",\"to\":\"system:spawn\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"none\",\"secret\":\"0123456789abcdef\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"short\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"pässword of a hook\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"0123456789\\nabcdef\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"standard\",\"secret\":\"whsec_not base64 !!\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\",\"text\":\"{{a\"",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\",\"maxBytes\":0",
        "\"name\":\"a\",\"to\":\"x\",\"signature\":\"token\",\"secret\":\"0123456789abcdef\",\"replayWindowSeconds\":-1",
      })
  void namesTheLineOfAProblem(String hook) {
    assertThatThrownBy(() -> parse("{\"hooks\":[\n{" + hook + "}]}"))
        .isInstanceOf(Misplaced.class)
        .hasMessageContaining("line 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{a.b}}|x",
        "{{ a.c.1 }}|2",
        "{{a.c}}|[1,2]",
        "{{a.c.9}}{{a.c.x}}{{a.b.c}}{{z}}|''",
        "<{{n}}>|<>",
        "{{body}}|{\"a\":{\"b\":\"x\",\"c\":[1,2]},\"n\":null}"
      })
  void fillsInTheBody(String template, String text) throws Exception {
    RawJson body = RawJson.parse("{\"a\":{\"b\":\"x\",\"c\":[1,2]},\"n\":null}");
    assertThat(HookText.of(template, body)).isEqualTo(text);
  }

  @Test
  void shortensALongText() throws Exception {
    RawJson body = RawJson.parse("{\"a\":\"" + "😀".repeat(20_000) + "\"}");
    String text = HookText.of("x{{a}}{{a}}", body);
    assertThat(text.length()).isLessThanOrEqualTo(16_384);
    assertThat(text).endsWith("😀…");
  }

  /** Example of the specification of Standard Webhooks, and one that GitHub documents. */
  @Test
  void signsAsTheServicesDo() {
    Map<String, String> standard =
        HookSignature.STANDARD.sign(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            Instant.ofEpochSecond(1614265330),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "{\"test\": 2432232314}".getBytes(UTF_8));
    assertThat(standard)
        .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    Map<String, String> github =
        HookSignature.GITHUB.sign(
            "It's a Secret to Everybody", Instant.EPOCH, "d", "Hello, World!".getBytes(UTF_8));
    assertThat(github)
        .containsEntry(
            "X-Hub-Signature-256",
            "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
  }
}
