package bub.channel;

/** Part that a chat service plays for its channel now. Safe for any thread. */
final class ServiceShift {
  private final ChannelDuty duty;
  private volatile boolean isListening;

  ServiceShift(ChannelDuty duty) {
    this.duty = duty;
  }

  /** True when another bridge serves the channel. */
  boolean isStandby() {
    return duty.isStandby();
  }

  /** True when the chats receive what the bus has for them. */
  boolean isListening() {
    return isListening;
  }

  void listening(boolean now) {
    isListening = now;
  }
}
