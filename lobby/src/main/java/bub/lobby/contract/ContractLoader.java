package bub.lobby.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loader that compiles each contract once. Hub thread only, callbacks included. */
final class ContractLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ContractLoader.class);
  private static final int MAX_WAITING = 4_096;

  private final Executor hubThread;
  private final CheckWorker worker;
  private final ContractCache cache;
  private final Map<Long, Loading> loading = new HashMap<>();
  private int waiting;

  ContractLoader(Executor hubThread, CheckWorker worker, ContractCache cache) {
    this.hubThread = hubThread;
    this.worker = worker;
    this.cache = cache;
  }

  void find(
      long capability,
      Supplier<CompletableFuture<CapabilitySchemas>> loader,
      Consumer<ContractLookup> done) {
    CompiledContract contract = cache.get(capability);
    if (contract != null) {
      done.accept(new ContractLookup.Found(contract));
    } else if (waiting == MAX_WAITING) {
      done.accept(new ContractLookup.Busy());
    } else {
      waiting++;
      Loading known = loading.get(capability);
      if (known != null) {
        known.waiters.add(done);
      } else {
        load(new Loading(capability, done), loader);
      }
    }
  }

  void forget(long capability) {
    cache.remove(capability);
    loading.remove(capability);
  }

  private void load(Loading entry, Supplier<CompletableFuture<CapabilitySchemas>> loader) {
    loading.put(entry.capability, entry);
    loader
        .get()
        .whenComplete(
            (schemas, failure) -> {
              if (failure == null) {
                worker.submit(schemas.bytes(), new Compilation(entry, schemas));
              } else {
                LOG.warn("Cannot read the schemas of capability {}", entry.capability, failure);
                settle(entry, new ContractLookup.Unusable("the lobby cannot read its schemas"));
              }
            });
  }

  private void settle(Loading entry, ContractLookup outcome) {
    hubThread.execute(
        () -> {
          boolean current = loading.remove(entry.capability, entry);
          if (current && outcome instanceof ContractLookup.Found(CompiledContract contract)) {
            cache.put(entry.capability, contract);
          }
          waiting -= entry.waiters.size();
          entry.waiters.forEach(waiter -> waiter.accept(outcome));
        });
  }

  private static final class Loading {
    private final long capability;
    private final List<Consumer<ContractLookup>> waiters = new ArrayList<>();

    Loading(long capability, Consumer<ContractLookup> first) {
      this.capability = capability;
      waiters.add(first);
    }
  }

  private final class Compilation implements CheckWorker.Work {
    private final Loading entry;
    private final CapabilitySchemas schemas;

    Compilation(Loading entry, CapabilitySchemas schemas) {
      this.entry = entry;
      this.schemas = schemas;
    }

    @Override
    public void run() {
      settle(entry, compile());
    }

    private ContractLookup compile() {
      try {
        return new ContractLookup.Found(CompiledContract.compile(schemas));
      } catch (IllegalArgumentException refused) {
        LOG.warn("Cannot use the schemas of capability {}", entry.capability, refused);
        return new ContractLookup.Unusable("the lobby cannot use its schemas");
      }
    }

    @Override
    public void refuse() {
      settle(entry, new ContractLookup.Busy());
    }
  }
}
