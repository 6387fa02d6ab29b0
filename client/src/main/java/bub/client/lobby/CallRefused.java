package bub.client.lobby;

import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.ErrorCodes;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.ServiceResponse.Violation;
import bub.protocol.trace.GuardReasons;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when the lobby or the provider refuses a call; the text is for the caller. */
public final class CallRefused extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable CallError code;
  private final boolean retryable;
  private final transient List<Violation> violations;
  private final transient @Nullable InputRequired input;

  public CallRefused(String text) {
    this(null, text, false, List.of());
  }

  CallRefused(
      @Nullable CallError code, String text, boolean retryable, List<Violation> violations) {
    this(code, text, retryable, violations, null);
  }

  private CallRefused(
      @Nullable CallError code,
      String text,
      boolean retryable,
      List<Violation> violations,
      @Nullable InputRequired input) {
    super(text);
    this.code = code;
    this.retryable = retryable;
    this.violations = List.copyOf(violations);
    this.input = input;
  }

  static CallRefused of(Ack ack) {
    InputRequired input = InputRequired.find(ack.payload());
    if (input != null) {
      return new CallRefused(CallError.INPUT_REQUIRED, input.message(), false, List.of(), input);
    }
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String text = response.error() == null ? ack.message() : response.error();
    return new CallRefused(response.errorCode(), text, ack.shouldRetry(), response.violations());
  }

  static CallRefused of(RpcException refused) {
    if (GuardReasons.isFinal(refused.error().reason())) {
      return new CallRefused(refused.error().message());
    }
    return switch (refused.error().code()) {
      case ErrorCodes.OVERLOADED ->
          new CallRefused(CallError.RATE_LIMITED, refused.error().message(), true, List.of());
      case ErrorCodes.DRAINING -> new CallRefused(null, refused.error().message(), true, List.of());
      default -> new CallRefused(null, refused.error().message(), false, List.of());
    };
  }

  /** Copy for another thread to throw. */
  CallRefused again() {
    var copy = new CallRefused(code, String.valueOf(getMessage()), retryable, violations, input);
    copy.initCause(this);
    return copy;
  }

  /** Null when the provider refused for its own reason. */
  public @Nullable CallError code() {
    return code;
  }

  public boolean shouldRetry() {
    return retryable;
  }

  public List<Violation> violations() {
    return violations;
  }

  /** Null unless the provider needs more input. */
  public @Nullable InputRequired input() {
    return input;
  }
}
