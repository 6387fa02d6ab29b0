package bub.lobby.contract;

/** Result of a request for a contract. */
public sealed interface ContractLookup {
  record Found(CompiledContract contract) implements ContractLookup {}

  record Unusable(String why) implements ContractLookup {}

  /** The queue is full, or the lobby is closing; a retry may succeed. */
  record Busy() implements ContractLookup {}
}
