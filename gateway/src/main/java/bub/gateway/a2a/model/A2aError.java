package bub.gateway.a2a.model;

import org.jspecify.annotations.Nullable;

/** Kinds of refusals, with their codes in both bindings. */
public enum A2aError {
  TASK_NOT_FOUND(-32001, 404, "NOT_FOUND"),
  TASK_NOT_CANCELABLE(-32002, 409, "FAILED_PRECONDITION"),
  PUSH_NOTIFICATION_NOT_SUPPORTED(-32003, 400, "FAILED_PRECONDITION"),
  UNSUPPORTED_OPERATION(-32004, 400, "FAILED_PRECONDITION"),
  CONTENT_TYPE_NOT_SUPPORTED(-32005, 415, "INVALID_ARGUMENT"),
  INVALID_AGENT_RESPONSE(-32006, 502, "INTERNAL"),
  EXTENDED_AGENT_CARD_NOT_CONFIGURED(-32007, 400, "FAILED_PRECONDITION"),
  EXTENSION_SUPPORT_REQUIRED(-32008, 400, "FAILED_PRECONDITION"),
  VERSION_NOT_SUPPORTED(-32009, 400, "FAILED_PRECONDITION");

  private final int code;
  private final int status;
  private final String grpcStatus;

  A2aError(int code, int status, String grpcStatus) {
    this.code = code;
    this.status = status;
    this.grpcStatus = grpcStatus;
  }

  public int code() {
    return code;
  }

  public int status() {
    return status;
  }

  public String grpcStatus() {
    return grpcStatus;
  }

  public static @Nullable A2aError ofCode(long code) {
    for (A2aError error : values()) {
      if (error.code == code) {
        return error;
      }
    }
    return null;
  }
}
