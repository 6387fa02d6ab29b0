package bub.client.lobby;

import bub.client.MessageHandler;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.Version;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** All offers of an agent; answers the calls that the lobby passes on. Safe for any thread. */
final class OfferedCapabilities implements MessageHandler {
  private static final Comparator<OfferedCapability> NEWEST_LAST =
      Comparator.comparing(
          offer -> offer.capability().version(),
          Comparator.nullsFirst(Comparator.<Version>naturalOrder()));

  private record Key(String name, @Nullable Version version) {
    static Key of(Capability capability) {
      return new Key(capability.name(), capability.version());
    }
  }

  private final SequencedMap<Key, OfferedCapability> all = new LinkedHashMap<>();

  /** Returns the earlier offer of the same name and version. */
  synchronized @Nullable OfferedCapability put(OfferedCapability offer) {
    return all.put(Key.of(offer.capability()), offer);
  }

  /** Reverts a {@link #put} that returned {@code before}. */
  synchronized void restore(OfferedCapability offer, @Nullable OfferedCapability before) {
    if (before == null) {
      all.remove(Key.of(offer.capability()));
    } else {
      put(before);
    }
  }

  /** Returns the earlier offers. */
  synchronized List<OfferedCapability> replaceAll(List<OfferedCapability> offers) {
    List<OfferedCapability> before = List.copyOf(all.values());
    all.clear();
    offers.forEach(this::put);
    return before;
  }

  synchronized boolean remove(String name) {
    return all.keySet().removeIf(key -> key.name().equals(name));
  }

  synchronized void clear() {
    all.clear();
  }

  synchronized List<Capability> capabilities() {
    return all.values().stream().map(OfferedCapability::capability).toList();
  }

  private synchronized @Nullable OfferedCapability newest(CapabilityRef wanted) {
    return all.values().stream()
        .filter(offer -> offer.capability().name().equals(wanted.name()))
        .filter(offer -> wanted.versions().contains(offer.capability().version()))
        .max(NEWEST_LAST)
        .orElse(null);
  }

  @Override
  public Ack handle(Envelope envelope) throws Exception {
    RawJson content;
    CapabilityRef wanted;
    try {
      content = envelope.payload().fields().object("content");
      wanted =
          CapabilityRef.check(
              ServiceCall.CAPABILITY_NAME, content.fields().string(ServiceCall.CAPABILITY_NAME));
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
    OfferedCapability offer = newest(wanted);
    return offer == null
        ? Ack.failed(envelope.to() + " does not offer " + wanted)
        : offer.perform(content, envelope);
  }
}
