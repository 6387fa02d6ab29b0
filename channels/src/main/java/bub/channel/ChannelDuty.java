package bub.channel;

/** Duty to serve a channel. In a cluster, one of several equal bridges has it. */
public interface ChannelDuty {
  ChannelDuty ALWAYS = () -> false;

  /** True when the bus says that another bridge serves the channel. */
  boolean isStandby();
}
