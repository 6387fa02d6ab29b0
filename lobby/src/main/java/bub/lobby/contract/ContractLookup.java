package bub.lobby.contract;

/** Result of a request for a contract. */
public sealed interface ContractLookup {
  record Found(CompiledContract contract) implements ContractLookup {}

  /** Contract whose schemas could not be read or used. */
  record Unusable(String why) implements ContractLookup {}

  /** No room in the queue, or the lobby is closing. A retry may succeed. */
  record Busy() implements ContractLookup {}
}
