package bub.cluster.message;

import org.jspecify.annotations.Nullable;

/** Type of a frame. Its code is part of the protocol. */
enum FrameType {
  DELIVER(1),
  INTERCEPT(2),
  CALL(3),
  INSPECT(4),
  PUBLISH(5),
  ORDER_TRACE(6),
  STILL_OPEN(7),
  PROGRESS(8),
  ACKS(9),
  HALTED(10),
  FAILED(11),
  CALLED(12),
  INSPECTED(13),
  FORWARD(14);

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** Returns null for a type of a later version. */
  static @Nullable FrameType of(long code) {
    for (FrameType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
