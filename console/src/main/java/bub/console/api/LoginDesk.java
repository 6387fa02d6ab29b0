package bub.console.api;

import bub.client.Time;
import bub.console.http.ApiRefusal;
import bub.console.http.Asked;
import bub.console.http.Browser;
import bub.console.http.Endpoint;
import bub.console.http.Endpoint.Nothing;
import bub.console.login.LoginCodes;
import bub.console.login.LoginSessions;
import bub.console.login.Role;
import bub.console.login.WrongCodes;
import bub.console.view.LoginOrder;
import bub.console.view.Me;
import bub.protocol.ClientInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets people in and out. */
public record LoginDesk(
    LoginCodes codes,
    LoginSessions sessions,
    WrongCodes wrongCodes,
    BooleanSupplier loginNeeded,
    Role most,
    Time time) {

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get("/api/me", "Who looks at this.", Me.class, asked -> me(role(asked)))
            .forEverybody(),
        Endpoint.post(
                "/api/login",
                "Logs in by a one-time code.",
                LoginOrder.class,
                Me.class,
                this::login)
            .forEverybody(),
        Endpoint.post("/api/logout", "Logs out.", Nothing.class, Me.class, this::logout)
            .forEverybody());
  }

  private static @Nullable Role role(Asked<?> asked) {
    return asked.browser().role();
  }

  private Me me(@Nullable Role role) {
    boolean isNeeded = loginNeeded.getAsBoolean();
    return new Me(
        role == null ? null : role.word(),
        isNeeded,
        isNeeded && role != null,
        ClientInfo.VERSION,
        time.now().toString());
  }

  private Me login(Asked<LoginOrder> asked) throws ApiRefusal, IOException {
    Role role = codes.redeem(asked.body().code());
    if (role == null) {
      // Counted after the code was tried: a good link works whatever others did from its address.
      Duration wait = wrongCodes.count(asked.browser().address());
      if (wait != null) {
        throw ApiRefusal.tooOften("Too many wrong links came from this address.", wait);
      }
      throw new ApiRefusal(
          401,
          "login_needed",
          "this link was used before, or is too old: bub console login prints another",
          false);
    }
    asked.browser().remember(sessions.begin(role));
    return me(role == Role.OPERATOR ? most : role);
  }

  private Me logout(Asked<Nothing> asked) {
    Browser browser = asked.browser();
    String cookie = browser.cookie();
    if (cookie != null) {
      sessions.end(cookie);
      browser.forget();
    }
    return me(loginNeeded.getAsBoolean() ? null : browser.role());
  }
}
