package bub.channel.telegram.store;

/** Response to an unknown person. */
public sealed interface PairingInvitation {

  record Code(String code) implements PairingInvitation {}

  /** The person already has a code. */
  record Pending() implements PairingInvitation {}

  /** The maximum number of people have a code. */
  record Full() implements PairingInvitation {}
}
