package bub.channel.telegram.store;

/** Response to an unknown person. */
public sealed interface PairingInvitation {

  /** A code for the operator to approve. */
  record Code(String code) implements PairingInvitation {}

  /** Nothing: the person already has a code. */
  record Pending() implements PairingInvitation {}

  /** Nothing: the maximum number of people have a code. */
  record Full() implements PairingInvitation {}
}
