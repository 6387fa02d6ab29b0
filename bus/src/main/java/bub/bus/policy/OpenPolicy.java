package bub.bus.policy;

import bub.bus.route.Subscriber;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Role;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a bus without tokens: nobody speaks as another live peer, and the canonical message
 * types come only from the roles they belong to. Hub thread only.
 */
public final class OpenPolicy {
  private final Function<Address, @Nullable Subscriber> livePeers;
  private final boolean strictTypes;

  public OpenPolicy(Function<Address, @Nullable Subscriber> livePeers, boolean strictTypes) {
    this.livePeers = livePeers;
    this.strictTypes = strictTypes;
  }

  public Verdict judge(Subscriber sender, Envelope envelope) {
    Address from = envelope.from();
    if (!from.equals(sender.clientId())) {
      Subscriber owner = livePeers.apply(from);
      if (owner != null && !owner.equals(sender)) {
        return Verdict.refused(
            "from: " + from + " is another connected peer", "send_as_not_granted");
      }
    }
    return judgeType(from, envelope, strictTypes || sender.hasStrictTypes());
  }

  private static Verdict judgeType(Address from, Envelope envelope, boolean strict) {
    String type;
    try {
      type = envelope.type();
    } catch (InvalidField invalid) {
      return Verdict.refused(String.valueOf(invalid.getMessage()), "invalid_type");
    }
    boolean free = !strict && !Role.isCanonical(type);
    if (!free && !Role.of(from).owns(type)) {
      return Verdict.refused("payload.type: " + from + " may not send " + type, "type_not_allowed");
    }
    return Verdict.ALLOWED;
  }
}
