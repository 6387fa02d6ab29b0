package bub.lobby.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Contracts that stay in memory. */
class ContractCacheTest {
  private static final CompiledContract CONTRACT = Json.taking("{'type':'object'}");

  @Test
  void keepsTheContractsUsedLast() {
    var cache = new ContractCache(2, 1_000_000);
    cache.put(1, CONTRACT);
    cache.put(2, CONTRACT);
    assertThat(cache.get(1)).isNotNull();
    cache.put(3, CONTRACT);
    assertThat(cache.get(1)).isNotNull();
    assertThat(cache.get(2)).isNull();
    assertThat(cache.get(3)).isNotNull();
  }

  @Test
  void keepsNoMoreThanMemoryIsMeantFor() {
    var cache = new ContractCache(100, 2 * CONTRACT.weight());
    cache.put(1, CONTRACT);
    cache.put(2, CONTRACT);
    cache.put(2, CONTRACT);
    assertThat(cache.get(1)).isNotNull();
    cache.put(3, CONTRACT);
    assertThat(cache.get(2)).isNull();
    cache.remove(1);
    cache.put(4, CONTRACT);
    assertThat(cache.get(3)).isNotNull();
    assertThat(cache.get(4)).isNotNull();
  }

  @Test
  void doesNotKeepWhatIsTooLargeForIt() {
    var cache = new ContractCache(100, CONTRACT.weight() - 1);
    cache.put(1, CONTRACT);
    assertThat(cache.get(1)).isNull();
  }

  @Test
  void aLargerSchemaWeighsMore() {
    assertThat(Json.taking("{}").weight()).isZero();
    assertThat(Json.taking("{'items':{'type':'object'}}").weight())
        .isGreaterThan(CONTRACT.weight());
  }
}
