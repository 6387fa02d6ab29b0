package bub.system.budget;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Budgets of an operator in {@code budgets.json}; {@code zone} is null for the machine's. */
public record BudgetRules(@Nullable ZoneId zone, List<Budget> budgets) {
  public static final String FILE = "budgets.json";
  public static final BudgetRules NONE = new BudgetRules(null, List.of());

  private static final List<String> FIELDS = List.of("version", "timeZone", "budgets");
  private static final List<String> BUDGET_FIELDS = List.of("for", "limit");
  private static final int MAX_BUDGETS = 1_000;

  public BudgetRules {
    budgets = List.copyOf(budgets);
  }

  /** The error names the line and the column. */
  public static BudgetRules parse(byte[] file) throws Misplaced {
    PositionedJson json = PositionedJson.parse(file);
    RawJson root = json.root();
    Fields fields = json.in(root, () -> Fields.of(root, FIELDS));
    json.in(root, () -> checkVersion(fields));
    // A list, because a supplier must not return null.
    List<ZoneId> zone = json.in(root, () -> zone(fields));
    RawJson array = json.in(root, () -> fields.require("budgets"));
    if (!array.isArray()) {
      throw json.misplaced(array, "budgets: must be an array");
    }
    var budgets = new ArrayList<Budget>();
    for (RawJson budget : array.elements(MAX_BUDGETS + 1)) {
      if (budgets.size() == MAX_BUDGETS) {
        throw json.misplaced(budget, "at most " + MAX_BUDGETS + " budgets are allowed");
      }
      budgets.add(json.in(budget, () -> budget(Fields.of(budget, BUDGET_FIELDS))));
    }
    return new BudgetRules(zone.isEmpty() ? null : zone.getFirst(), budgets);
  }

  private static long checkVersion(Fields fields) {
    long version = fields.integer("version", 1);
    if (version != 1) {
      throw new InvalidField("version", "must be 1");
    }
    return version;
  }

  private static List<ZoneId> zone(Fields fields) {
    String name = fields.optionalString("timeZone");
    try {
      return name == null ? List.of() : List.of(ZoneId.of(name));
    } catch (DateTimeException unknown) {
      throw new InvalidField("timeZone", "must be a time zone such as Europe/Berlin");
    }
  }

  private static Budget budget(Fields fields) {
    Pattern target = Pattern.check("for", fields.string("for"));
    try {
      return new Budget(target, BudgetLimit.parse(fields.string("limit")));
    } catch (IllegalArgumentException odd) {
      throw new InvalidField("limit", String.valueOf(odd.getMessage()));
    }
  }

  public ZoneId zoneOrDefault() {
    return zone == null ? ZoneId.systemDefault() : zone;
  }

  /** Replaces a budget of the same target, unit and period. */
  public BudgetRules with(Budget budget) {
    var changed = new ArrayList<>(budgets);
    changed.removeIf(
        one -> one.target().equals(budget.target()) && one.limit().isSameKind(budget.limit()));
    changed.add(budget);
    return new BudgetRules(zone, changed);
  }

  /** Removes all budgets of the target, or only the one with this limit. */
  public BudgetRules without(Pattern target, @Nullable BudgetLimit limit) {
    return new BudgetRules(
        zone,
        budgets.stream()
            .filter(
                one -> !one.target().equals(target) || limit != null && !one.limit().equals(limit))
            .toList());
  }

  /** One budget per line, because people edit this file. */
  public String text() {
    var text = new StringBuilder("{\n  \"version\": 1,\n");
    if (zone != null) {
      text.append("  \"timeZone\": ").append(new JsonWriter().value(zone.getId())).append(",\n");
    }
    text.append("  \"budgets\": [");
    for (int i = 0; i < budgets.size(); i++) {
      text.append(i == 0 ? "\n    " : ",\n    ").append(budgets.get(i).toRaw());
    }
    return text.append(budgets.isEmpty() ? "]\n}\n" : "\n  ]\n}\n").toString();
  }
}
