package bub.channel.telegram.store;

/** What a stranger gets. */
public sealed interface Invitation {

  /** A code, to be told to the operator. */
  record Code(String code) implements Invitation {}

  /** Nothing: the person has a code already. */
  record Pending() implements Invitation {}

  /** Nothing: as many others have one as may. */
  record Full() implements Invitation {}
}
