package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outcome of a call. */
public record CallOutcome(
    boolean ok,
    @Nullable RawJson output,
    @Nullable String error,
    @Nullable String errorCode,
    boolean retryable,
    List<BrokenRule> violations,
    double tookMs) {

  /** One place where a value violates its schema. */
  public record BrokenRule(String path, String problem) {}
}
