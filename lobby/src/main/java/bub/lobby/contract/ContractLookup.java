package bub.lobby.contract;

/** What came of asking for a contract. */
public sealed interface ContractLookup {
  record Found(CompiledContract contract) implements ContractLookup {}

  /** Its schemas could not be had or used. */
  record Unusable(String why) implements ContractLookup {}

  /** Too much waits to be compiled, or the house closes. A later try may succeed. */
  record Busy() implements ContractLookup {}
}
