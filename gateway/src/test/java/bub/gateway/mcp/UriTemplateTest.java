package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UriTemplateTest {
  private static UriTemplate template(String text) {
    return Objects.requireNonNull(UriTemplate.parse(text));
  }

  @Test
  void aVariableMatchesOneSegment() {
    UriTemplate template = template("shop://{kind}/{item}/price");
    assertThat(template.match("shop://tea/green%20tea/price"))
        .isEqualTo(Map.of("kind", "tea", "item", "green tea"));
    assertThat(template.match("shop://tea/a/b/price")).isNull();
    assertThat(template.match("shop://tea//price")).isNull();
    assertThat(template.match("shop://tea/x/price/")).isNull();
    assertThat(template.match("shop://tea/%zz/price")).isNull();
  }

  @Test
  void theRestMayHaveSegments() {
    UriTemplate template = template("bub://workspaces/{channel}/{chat}/{+path}");
    assertThat(template.match("bub://workspaces/tg/1/a/b.txt"))
        .isEqualTo(Map.of("channel", "tg", "chat", "1", "path", "a/b.txt"));
    assertThat(template.match("bub://workspaces/tg/1/")).isNull();
  }

  @Test
  void aPlainUriMatchesItself() {
    assertThat(template("shop://all").isPlain()).isTrue();
    assertThat(template("shop://all").match("shop://all")).isEmpty();
    assertThat(template("shop://all").match("shop://al")).isNull();
  }

  @Test
  void bracesMustFit() {
    assertThat(UriTemplate.parse("a{")).isNull();
    assertThat(UriTemplate.parse("a{}")).isNull();
    assertThat(UriTemplate.parse("{a}{b}")).isNull();
  }

  @Test
  @Timeout(10)
  void aHostileUriIsCheap() {
    UriTemplate template = template("x" + "{a}-{b}-{c}-{d}-{e}-".repeat(20));
    assertThat(template.match("x" + "-".repeat(100_000))).isNull();
  }
}
