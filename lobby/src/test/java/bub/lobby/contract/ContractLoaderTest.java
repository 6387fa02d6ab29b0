package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.MessageDirection.INPUT;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.lobby.contract.ContractLookup.Busy;
import bub.lobby.contract.ContractLookup.Found;
import bub.lobby.contract.ContractLookup.Unusable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loading of a capability's contract. */
class ContractLoaderTest {
  private static final long FIND_PRICE = 1;

  private final HubQueue hub = new HubQueue();
  private final CheckWorker worker = new CheckWorker("lane", 10, 1_000_000);
  private final ContractLoader contracts =
      new ContractLoader(hub, worker, new ContractCache(10, 1_000_000));
  private final List<ContractLookup> lookups = new ArrayList<>();
  private final List<CompletableFuture<CapabilitySchemas>> loads = new ArrayList<>();

  @AfterEach
  void close() {
    worker.close();
  }

  private CompletableFuture<CapabilitySchemas> load() {
    loads.add(new CompletableFuture<>());
    return loads.getLast();
  }

  private static CapabilitySchemas requiring(String member) {
    return new CapabilitySchemas(json("{'required':['" + member + "']}"), RawJson.EMPTY_OBJECT);
  }

  private static boolean accepts(ContractLookup lookup, String message) {
    return lookup instanceof Found(CompiledContract contract)
        && contract.check(INPUT, json(message)).isEmpty();
  }

  @Test
  void loadsAndCompilesAContractOnceForAllWhoAsk() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    contracts.find(FIND_PRICE, this::load, lookups::add);
    assertThat(loads).hasSize(1);
    loads.getFirst().complete(requiring("a"));
    hub.runNext();
    assertThat(lookups).hasSize(2).allMatch(lookup -> accepts(lookup, "{'a':1}"));
    assertThat(lookups.getFirst()).isEqualTo(lookups.getLast());
  }

  @Test
  void answersFromMemoryAtOnce() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getFirst().complete(requiring("a"));
    hub.runNext();
    contracts.find(FIND_PRICE, this::load, lookups::add);
    assertThat(loads).hasSize(1);
    assertThat(lookups).hasSize(2);
  }

  @Test
  void loadsAgainWhatIsForgotten() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getFirst().complete(requiring("a"));
    hub.runNext();
    contracts.forget(FIND_PRICE);
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getLast().complete(requiring("b"));
    hub.runNext();
    assertThat(accepts(lookups.getLast(), "{'a':1}")).isFalse();
    assertThat(accepts(lookups.getLast(), "{'b':1}")).isTrue();
  }

  @Test
  void aContractThatIsForgottenOnItsWayIsNotKept() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    contracts.forget(FIND_PRICE);
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getLast().complete(requiring("new"));
    hub.runNext();
    loads.getFirst().complete(requiring("old"));
    hub.runNext();
    assertThat(accepts(lookups.getFirst(), "{'new':1}")).isTrue();
    assertThat(accepts(lookups.getLast(), "{'old':1}")).isTrue();
    contracts.find(FIND_PRICE, this::load, lookups::add);
    assertThat(accepts(lookups.getLast(), "{'new':1}")).isTrue();
    assertThat(loads).hasSize(2);
  }

  @Test
  void tellsWhenTheSchemasCannotBeRead() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getFirst().completeExceptionally(new IOException("the disk is gone"));
    hub.runNext();
    assertThat(lookups).containsExactly(new Unusable("the lobby cannot read its schemas"));
    contracts.find(FIND_PRICE, this::load, lookups::add);
    assertThat(loads).hasSize(2);
  }

  @Test
  void tellsWhenTheSchemasCannotBeUsed() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    loads.getFirst().complete(new CapabilitySchemas(json("{'$ref':'#/a'}"), RawJson.EMPTY_OBJECT));
    hub.runNext();
    assertThat(lookups).containsExactly(new Unusable("the lobby cannot use its schemas"));
  }

  @Test
  void tellsWhenTooMuchWaitsToBeCompiled() throws Exception {
    contracts.find(FIND_PRICE, this::load, lookups::add);
    worker.close();
    loads.getFirst().complete(requiring("a"));
    hub.runNext();
    assertThat(lookups).containsExactly(new Busy());
  }

  @Test
  void tellsWhenTooManyWait() {
    for (int i = 0; i < 4_096; i++) {
      contracts.find(FIND_PRICE, this::load, lookups::add);
    }
    assertThat(lookups).isEmpty();
    contracts.find(FIND_PRICE, this::load, lookups::add);
    assertThat(lookups).containsExactly(new Busy());
  }

  @Test
  void whoWaitedMakesRoomForOthers() throws Exception {
    for (int i = 0; i < 4_096; i++) {
      contracts.find(FIND_PRICE, this::load, lookups::add);
    }
    loads.getFirst().complete(requiring("a"));
    hub.runNext();
    contracts.find(2, this::load, lookups::add);
    assertThat(lookups).hasSize(4_096).doesNotContain(new Busy());
  }
}
