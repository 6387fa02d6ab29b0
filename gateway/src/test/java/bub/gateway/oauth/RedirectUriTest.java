package bub.gateway.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectUriTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://claude.ai/api/mcp/auth_callback",
        "http://127.0.0.1:49152/callback",
        "http://localhost/callback",
        "http://[::1]:7/",
        "cursor://anysphere.cursor-retrieval/oauth/callback",
        "com.example.app:/callback"
      })
  void acceptsPagesAppsAndThisMachine(String text) throws Exception {
    assertThat(RedirectUri.check(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "callback",
        "//evil.example/",
        "http://evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1@evil.example/",
        "https://me@evil.example/",
        "https:///no-host",
        "https://a/#fragment",
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "data:text/html,hi",
        "file:///etc/passwd",
        "blob:https://a/1",
        "ht tp://a",
        "https://a/\r\nX: y"
      })
  void refusesPlacesThatLeakTheCodeOrRunScripts(String text) {
    assertThatThrownBy(() -> RedirectUri.check(text)).isInstanceOf(OAuthRefusal.class);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1/cb, http://127.0.0.1:7/cb, true",
    "http://127.0.0.1:1/cb, http://127.0.0.1:7/cb, true",
    "http://127.0.0.1/cb, http://127.0.0.1:7/other, false",
    "http://127.0.0.1/cb, http://localhost:7/cb, false",
    "https://a.example/cb, https://a.example:7/cb, false",
    "https://a.example/cb, https://a.example/cb, true",
    "app:/cb, app:/cb2, false"
  })
  void onlyThePortOfThisMachineMayDiffer(String registered, String wanted, boolean isCovered)
      throws Exception {
    assertThat(RedirectUri.check(registered).covers(RedirectUri.check(wanted)))
        .isEqualTo(isCovered);
  }

  @Test
  void addsParametersToTheQuery() throws Exception {
    assertThat(RedirectUri.check("https://a/cb").with(Map.of("code", "x y&z")))
        .isEqualTo("https://a/cb?code=x+y%26z");
    assertThat(RedirectUri.check("https://a/cb?q=1").with(Map.of("code", "x")))
        .isEqualTo("https://a/cb?q=1&code=x");
  }

  @Test
  void namesThePlaceForAPerson() throws Exception {
    assertThat(RedirectUri.check("http://localhost:9/cb").place()).contains("your computer");
    assertThat(RedirectUri.check("https://claude.ai/cb").place()).isEqualTo("claude.ai");
    assertThat(RedirectUri.check("cursor://x/cb").place()).contains("cursor:");
  }
}
