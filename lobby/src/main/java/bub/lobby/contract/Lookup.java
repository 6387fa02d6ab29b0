package bub.lobby.contract;

/** What came of asking for a contract. */
public sealed interface Lookup {
  record Found(Contract contract) implements Lookup {}

  /** Its schemas could not be had or used. */
  record Unusable(String why) implements Lookup {}

  /** Too much waits to be compiled, or the house closes. A later try may succeed. */
  record Busy() implements Lookup {}
}
