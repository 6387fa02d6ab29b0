package bub.protocol.budget;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limit for each agent and each chat whose address matches the target, or for all together if the
 * target is {@code total}.
 */
public record Budget(Pattern target, BudgetLimit limit) implements JsonValue {
  public static final Pattern TOTAL = Pattern.of("total");

  public boolean isTotal() {
    return target.equals(TOTAL);
  }

  public boolean matches(String address) {
    return isTotal() || !address.isEmpty() && target.matches(address);
  }

  /** Whatever this budget allows, {@code other} allows too, so that {@code other} has no effect. */
  public boolean isStricterThan(Budget other) {
    return limit.isSameKind(other.limit)
        && limit.amount() < other.limit.amount()
        && (isTotal() || !other.isTotal() && target.covers(other.target));
  }

  public @Nullable Budget strictest(List<Budget> all) {
    return all.stream().filter(one -> one.isStricterThan(this)).findFirst().orElse(null);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("for", target.text()).field("limit", limit.toString()).endObject();
  }
}
