package bub.lobby.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cache of the most recently used contracts, limited in number and memory. Hub thread only. */
final class ContractCache {
  private final int maxContracts;
  private final long maxWeight;
  private final Map<Long, CompiledContract> contracts = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;

  ContractCache(int maxContracts, long maxWeight) {
    this.maxContracts = maxContracts;
    this.maxWeight = maxWeight;
  }

  @Nullable CompiledContract get(long capability) {
    return contracts.get(capability);
  }

  void put(long capability, CompiledContract contract) {
    remove(capability);
    contracts.put(capability, contract);
    weight += contract.weight();
    while (contracts.size() > maxContracts || weight > maxWeight) {
      remove(contracts.keySet().iterator().next());
    }
  }

  void remove(long capability) {
    CompiledContract contract = contracts.remove(capability);
    if (contract != null) {
      weight -= contract.weight();
    }
  }
}
