package bub.cluster;

import bub.bus.cluster.LocalAddresses;
import bub.cluster.interest.InterestEntry;
import bub.cluster.interest.InterestEntry.Kind;
import bub.protocol.Address;
import bub.protocol.Pattern;
import org.jspecify.annotations.Nullable;

/** Translation between the patterns of subscriptions and the entries that nodes exchange. */
final class PatternEntries {
  private PatternEntries() {}

  /** Returns null for a pattern that only matches addresses of bub's own parts. */
  static @Nullable InterestEntry of(Pattern pattern, boolean intercepts) {
    if (pattern.kind() == Pattern.Kind.EXACT && LocalAddresses.contain(pattern.text())) {
      return null;
    }
    Kind kind = intercepts ? Kind.INTERCEPT : Kind.SUBSCRIBE;
    return switch (pattern.kind()) {
      case GLOB -> entry(kind, pattern.text());
      case PREFIX -> entry(kind, pattern.text().substring(0, pattern.literalLength()) + "*");
      case EXACT -> {
        boolean isPlain = Pattern.of(pattern.text()).kind() == Pattern.Kind.EXACT;
        yield entry(isPlain ? kind : Kind.SUBSCRIBE_EXACTLY, pattern.text());
      }
    };
  }

  static @Nullable InterestEntry ofPeer(Address clientId) {
    return LocalAddresses.contain(clientId) ? null : entry(Kind.PEER, clientId.value());
  }

  /** Returns null for a text that other nodes could not read. */
  private static @Nullable InterestEntry entry(Kind kind, String text) {
    return InterestEntry.isValid(text) ? new InterestEntry(kind, text) : null;
  }

  static Pattern pattern(InterestEntry entry) {
    return entry.kind() == Kind.SUBSCRIBE_EXACTLY
        ? Pattern.exactly(new Address(entry.text()))
        : Pattern.of(entry.text());
  }
}
