package bub.channel.telegram.store;

/** What a stranger gets. */
public sealed interface PairingInvitation {

  /** A code, to be told to the operator. */
  record Code(String code) implements PairingInvitation {}

  /** Nothing: the person has a code already. */
  record Pending() implements PairingInvitation {}

  /** Nothing: as many others have one as may. */
  record Full() implements PairingInvitation {}
}
