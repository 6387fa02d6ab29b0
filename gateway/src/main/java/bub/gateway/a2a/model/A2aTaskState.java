package bub.gateway.a2a.model;

import org.jspecify.annotations.Nullable;

/** State of a task, in the words of the protocol. */
public enum A2aTaskState {
  SUBMITTED,
  WORKING,
  COMPLETED,
  FAILED,
  CANCELED,
  INPUT_REQUIRED,
  REJECTED,
  AUTH_REQUIRED;

  private final String word = "TASK_STATE_" + name();

  public String word() {
    return word;
  }

  public boolean isTerminal() {
    return this == COMPLETED || this == FAILED || this == CANCELED || this == REJECTED;
  }

  /** True when the task is over or waits for its caller. */
  public boolean isSettled() {
    return isTerminal() || this == INPUT_REQUIRED || this == AUTH_REQUIRED;
  }

  public static @Nullable A2aTaskState of(String word) {
    for (A2aTaskState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    return null;
  }
}
