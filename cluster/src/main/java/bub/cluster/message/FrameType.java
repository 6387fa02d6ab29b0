package bub.cluster.message;

import org.jspecify.annotations.Nullable;

/**
 * Type of a frame. Its place in this list is its number on the wire, so add new ones at the end.
 */
enum FrameType {
  DELIVER,
  INTERCEPT,
  CALL,
  INSPECT,
  PUBLISH,
  ORDER_TRACE,
  STILL_OPEN,
  PROGRESS,
  ACKS,
  HALTED,
  FAILED,
  CALLED,
  INSPECTED,
  FORWARD;

  private static final FrameType[] ALL = values();

  /** Returns null for a type of a later version. */
  static @Nullable FrameType of(long number) {
    return number < 0 || number >= ALL.length ? null : ALL[(int) number];
  }
}
