package bub.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonErrorHandlerTest {
  @Test
  void aBusyConsoleIsNoInternalError() {
    ApiRefusal busy = JsonErrorHandler.refusal(503, null);

    assertThat(busy).hasMessage("The console is busy. Try again in a moment.");
    assertThat(busy.code()).isEqualTo("busy");
    assertThat(busy.isRetryable()).isTrue();
  }

  @Test
  void anUnknownVersionOfHttpIsAnErrorOfTheRequest() {
    ApiRefusal invalid = JsonErrorHandler.refusal(505, "Unknown Version");

    assertThat(invalid).hasMessage("The request is not valid: Unknown Version.");
    assertThat(invalid.code()).isEqualTo("invalid");
    assertThat(invalid.status()).isEqualTo(505);
  }

  @Test
  void aFaultOfTheConsoleIsAnInternalError() {
    assertThat(JsonErrorHandler.refusal(500, "java.lang.Error"))
        .hasMessage("Internal error. See the log of the console.");
  }
}
