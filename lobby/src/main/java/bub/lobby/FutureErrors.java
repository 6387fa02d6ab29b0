package bub.lobby;

import java.util.concurrent.CompletionException;

/** Says what went wrong behind a future, for whoever waits for it. */
final class FutureErrors {
  private FutureErrors() {}

  static String text(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return String.valueOf(cause.getMessage());
  }
}
