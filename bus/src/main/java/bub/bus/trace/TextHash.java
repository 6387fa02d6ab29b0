package bub.bus.trace;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.trace.Causality;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hash of an exchange: sender, recipient and text, without ids and times. */
final class TextHash {
  private static final Set<String> VOLATILE =
      Set.of(Causality.CAUSE, Causality.TRACE, "messageId", "timestamp", "from");
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private TextHash() {}

  static long of(Envelope envelope, Fields payload) {
    long hash = mix(envelope.from().value().hashCode(), envelope.to().value().hashCode());
    RawJson content = content(payload);
    if (content != null) {
      return mix(hash, content.hashCode());
    }
    for (int i = 0; i < payload.count(); i++) {
      String name = payload.name(i);
      if (!VOLATILE.contains(name)) {
        hash = mix(mix(hash, name.hashCode()), payload.value(i).hashCode());
      }
    }
    return hash;
  }

  private static @Nullable RawJson content(Fields payload) {
    try {
      return payload.find("content");
    } catch (InvalidField doubled) {
      return null;
    }
  }

  static long mix(long hash, long next) {
    long mixed = (hash ^ next) * PRIME;
    return mixed ^ mixed >>> 32;
  }
}
