package bub.lobby;

import java.util.concurrent.CompletionException;

/** Error text of a failed future. */
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
