package bub.lobby.store;

import bub.lobby.store.LobbyStore.SearchHit;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sample agents and capabilities. */
final class Samples {
  static final Instant MONDAY = Instant.parse("2026-02-16T09:00:00.123Z");

  private Samples() {}

  static StoredAgent agent(String id) {
    return new StoredAgent(
        new Address(id),
        id.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        null,
        MONDAY,
        MONDAY,
        List.of());
  }

  static CapabilityListing listing(long id, String name, String description, String... keywords) {
    return new CapabilityListing(id, Capability.named(name, description).withKeywords(keywords));
  }

  /** Registers an agent of its own for every listing, and waits until they are on disk. */
  static void register(LobbyStore store, CapabilityListing... listings) {
    for (CapabilityListing listing : listings) {
      store.save(agent("agent:" + listing.id()), List.of(listing), List.of()).join();
    }
  }

  static List<StoredAgent> load(LobbyStore store) throws IOException {
    var agents = new ArrayList<StoredAgent>();
    store.load(agents::add);
    return agents;
  }

  static List<Long> found(LobbyStore store, String words) {
    return store.search(words, 100).join().stream().map(SearchHit::id).toList();
  }
}
