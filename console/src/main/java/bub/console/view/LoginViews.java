package bub.console.view;

import bub.console.view.BusViews.BusView;
import org.jspecify.annotations.Nullable;

/** Records of the login endpoints. */
public final class LoginViews {
  private LoginViews() {}

  public record LoginRequest(String code) {}

  /**
   * The user of the console.
   *
   * @param role {@code operator} or {@code viewer}; absent for a user who must log in first
   * @param program name by which bub was started, for commands that users paste
   */
  public record CurrentUser(
      @Nullable String role,
      boolean loginNeeded,
      boolean loggedIn,
      String version,
      String program,
      String now) {}

  /** First event for a browser. */
  public record Hello(String now, String version, BusView bus) {}
}
