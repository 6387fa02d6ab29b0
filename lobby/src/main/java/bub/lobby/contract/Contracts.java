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

/**
 * Hands out contracts: those in use from memory, others loaded and compiled, once for all who ask
 * meanwhile. Hub thread only, answers included.
 */
final class Contracts {
  private static final Logger LOG = LoggerFactory.getLogger(Contracts.class);
  private static final int MAX_WAITING = 4_096;

  private final Executor hubThread;
  private final Lane lane;
  private final ContractCache cache;
  private final Map<Long, Loading> loading = new HashMap<>();
  private int waiting;

  Contracts(Executor hubThread, Lane lane, ContractCache cache) {
    this.hubThread = hubThread;
    this.lane = lane;
    this.cache = cache;
  }

  void find(long capability, Supplier<CompletableFuture<Schemas>> loader, Consumer<Lookup> done) {
    Contract contract = cache.get(capability);
    if (contract != null) {
      done.accept(new Lookup.Found(contract));
    } else if (waiting == MAX_WAITING) {
      done.accept(new Lookup.Busy());
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

  /** The capability changed: who asks from now on gets what it is then. */
  void forget(long capability) {
    cache.remove(capability);
    loading.remove(capability);
  }

  private void load(Loading entry, Supplier<CompletableFuture<Schemas>> loader) {
    loading.put(entry.capability, entry);
    loader
        .get()
        .whenComplete(
            (schemas, failure) -> {
              if (failure == null) {
                lane.submit(schemas.bytes(), new Compilation(entry, schemas));
              } else {
                LOG.warn("the schemas of capability {} cannot be had", entry.capability, failure);
                settle(entry, new Lookup.Unusable("its schemas cannot be read"));
              }
            });
  }

  private void settle(Loading entry, Lookup outcome) {
    hubThread.execute(
        () -> {
          boolean current = loading.remove(entry.capability, entry);
          if (current && outcome instanceof Lookup.Found(Contract contract)) {
            cache.put(entry.capability, contract);
          }
          waiting -= entry.waiters.size();
          entry.waiters.forEach(waiter -> waiter.accept(outcome));
        });
  }

  /** A contract on its way, and who waits for it. */
  private static final class Loading {
    private final long capability;
    private final List<Consumer<Lookup>> waiters = new ArrayList<>();

    Loading(long capability, Consumer<Lookup> first) {
      this.capability = capability;
      waiters.add(first);
    }
  }

  private final class Compilation implements Lane.Work {
    private final Loading entry;
    private final Schemas schemas;

    Compilation(Loading entry, Schemas schemas) {
      this.entry = entry;
      this.schemas = schemas;
    }

    @Override
    public void run() {
      settle(entry, compile());
    }

    private Lookup compile() {
      try {
        return new Lookup.Found(Contract.compile(schemas));
      } catch (IllegalArgumentException refused) {
        LOG.warn("capability {} has no usable schemas", entry.capability, refused);
        return new Lookup.Unusable("its schemas cannot be used");
      }
    }

    @Override
    public void refuse() {
      settle(entry, new Lookup.Busy());
    }
  }
}
