package bub.gateway.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuthorizationCodesTest {
  /** A clock that stands still until a test advances it. */
  private static final class StoppedTime implements TimeSource {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public void sleep(Duration duration) {
      now = now.plus(duration);
    }
  }

  private final StoppedTime time = new StoppedTime();
  private final AuthorizationCodes codes = new AuthorizationCodes(time);
  private AuthorizationRequest request;

  @BeforeEach
  void open() throws Exception {
    RedirectUri redirect = RedirectUri.check("https://a.example/cb");
    var client = new OAuthClient("Tool", List.of(redirect));
    request = new AuthorizationRequest(client, redirect, null, "x".repeat(43));
  }

  @Test
  void aCodeWorksOnce() {
    String code = codes.create(request);
    assertThat(codes.redeem(code)).isEqualTo(request);
    assertThat(codes.redeem(code)).isNull();
    assertThat(codes.redeem("invented")).isNull();
  }

  @Test
  void aCodeExpires() {
    String code = codes.create(request);
    time.sleep(AuthorizationCodes.GOOD_FOR);
    assertThat(codes.redeem(code)).isNull();
  }

  @Test
  void theOldestCodeGoesWhenThereAreTooMany() {
    String first = codes.create(request);
    String second = codes.create(request);
    for (int i = 1; i < AuthorizationCodes.MOST; i++) {
      codes.create(request);
    }
    assertThat(codes.redeem(first)).isNull();
    assertThat(codes.redeem(second)).isNotNull();
  }

  @Test
  void theVerifierProvesTheChallengeOfTheSpecification() {
    // The example of RFC 7636, appendix B.
    String verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    String challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    assertThat(AuthorizationCodes.proves(verifier, challenge)).isTrue();
    assertThat(AuthorizationCodes.proves(verifier + "x", challenge)).isFalse();
  }
}
