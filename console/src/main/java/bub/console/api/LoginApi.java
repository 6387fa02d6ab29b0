package bub.console.api;

import bub.client.TimeSource;
import bub.console.http.ApiRefusal;
import bub.console.http.ApiRequest;
import bub.console.http.BrowserClient;
import bub.console.http.Endpoint;
import bub.console.http.Endpoint.Nothing;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.console.login.LoginSessions;
import bub.console.login.WrongCodes;
import bub.console.view.LoginViews.CurrentUser;
import bub.console.view.LoginViews.LoginRequest;
import bub.protocol.ClientInfo;
import bub.protocol.ProgramName;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** HTTP API for login and logout. */
public record LoginApi(
    LoginCodes codes,
    LoginSessions sessions,
    WrongCodes wrongCodes,
    BooleanSupplier loginNeeded,
    ConsoleRole most,
    TimeSource time) {

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
                "/api/me",
                "Returns the current user.",
                CurrentUser.class,
                request -> me(role(request)))
            .forEverybody(),
        Endpoint.post(
                "/api/login",
                "Logs in with a one-time code.",
                LoginRequest.class,
                CurrentUser.class,
                this::login)
            .forEverybody(),
        Endpoint.post("/api/logout", "Logs out.", Nothing.class, CurrentUser.class, this::logout)
            .forEverybody());
  }

  private static @Nullable ConsoleRole role(ApiRequest<?> request) {
    return request.browser().role();
  }

  private CurrentUser me(@Nullable ConsoleRole role) {
    boolean isNeeded = loginNeeded.getAsBoolean();
    return new CurrentUser(
        role == null ? null : role.word(),
        isNeeded,
        isNeeded && role != null,
        ClientInfo.VERSION,
        ProgramName.withoutDirectory().toString(),
        time.now().toString());
  }

  private CurrentUser login(ApiRequest<LoginRequest> request) throws ApiRefusal, IOException {
    ConsoleRole role = codes.redeem(request.body().code());
    if (role == null) {
      // Counted after the code was checked, so that a valid link always works from any address.
      Duration wait = wrongCodes.count(request.browser().address());
      if (wait != null) {
        throw ApiRefusal.tooOften(
            "Too many invalid login links from this address. Try again later.", wait);
      }
      throw new ApiRefusal(
          401,
          "login_needed",
          "This login link was used before or has expired. Run bub console login for a new one.",
          false);
    }
    request.browser().remember(sessions.begin(role));
    return me(role == ConsoleRole.OPERATOR ? most : role);
  }

  private CurrentUser logout(ApiRequest<Nothing> request) {
    BrowserClient browser = request.browser();
    String cookie = browser.cookie();
    if (cookie != null) {
      sessions.end(cookie);
      browser.forget();
    }
    return me(loginNeeded.getAsBoolean() ? null : browser.role());
  }
}
