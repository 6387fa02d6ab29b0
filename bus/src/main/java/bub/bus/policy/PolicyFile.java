package bub.bus.policy;

import bub.bus.policy.GuardExceptions.SenderLimits;
import bub.bus.policy.TypeRules.RoleRule;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Roles, types and loop guard of an operator in a JSON file; an error names the line and the field.
 */
public final class PolicyFile {
  private static final List<String> FIELDS = List.of("strictTypes", "roles", "guard");
  private static final List<String> ROLE_FIELDS = List.of("name", "addresses", "types");
  private static final List<String> GUARD_FIELDS = List.of("exempt", "limits");

  private final Path path;
  private final byte[] bytes;
  private final RawJson json;

  private PolicyFile(Path path, byte[] bytes, RawJson json) {
    this.path = path;
    this.bytes = bytes;
    this.json = json;
  }

  /** Reads the rules for types. They are strict when {@code strict} or the file says so. */
  public static TypeRules read(Path path, boolean strict) throws IOException {
    PolicyFile file = open(path);
    file.guard(GuardLimits.STANDARD); // a mistake there is a mistake, too
    return file.types(strict);
  }

  public static PolicyFile open(Path path) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw new IOException("cannot read the policy file " + path + ": " + unreadable, unreadable);
    }
    try {
      return new PolicyFile(path, bytes, RawJson.parse(bytes, RawJson.DEFAULT_DEPTH));
    } catch (InvalidJson invalid) {
      throw new IOException(
          "%s, line %d: %s".formatted(path, lineOf(bytes, invalid.at()), invalid.getMessage()),
          invalid);
    }
  }

  /** Without roles, a file that is only for the guard leaves the built-in rules as they are. */
  public TypeRules types(boolean strict) throws IOException {
    Fields fields = fields();
    boolean isStrict = at(json, "", () -> fields.bool("strictTypes", false)) || strict;
    if (fields.has("guard") && !fields.has("roles")) {
      return TypeRules.builtIn(isStrict);
    }
    var roles = new ArrayList<RoleRule>();
    for (RawJson role : at(json, "", () -> elements(fields))) {
      String name = "roles[" + roles.size() + "].";
      roles.add(at(role, name, () -> role(role)));
    }
    return new TypeRules(roles, isStrict);
  }

  /** Reads the exceptions of the loop guard; {@code standard} has the limits that it omits. */
  public GuardExceptions guard(GuardLimits standard) throws IOException {
    Fields fields = fields();
    if (!fields.has("guard")) {
      return GuardExceptions.NONE;
    }
    RawJson section = at(json, "", () -> fields.object("guard"));
    Fields guard = at(section, "guard.", () -> Fields.of(section, GUARD_FIELDS));
    List<Pattern> exempt =
        guard.has("exempt") ? at(section, "guard.", () -> patterns(guard, "exempt")) : List.of();
    var limits = new ArrayList<SenderLimits>();
    if (guard.has("limits")) {
      Fields senders = at(section, "guard.", () -> guard.object("limits").fields());
      for (int i = 0; i < senders.count(); i++) {
        limits.add(senderLimits(senders, i, standard));
      }
    }
    return new GuardExceptions(exempt, limits);
  }

  private SenderLimits senderLimits(Fields senders, int index, GuardLimits standard)
      throws IOException {
    String name = senders.name(index);
    RawJson where = senders.value(index);
    RawJson value = at(where, "guard.limits.", () -> senders.object(name));
    Pattern pattern = at(where, "guard.limits.", () -> Pattern.check(name, name));
    String prefix = "guard.limits." + name + ".";
    Fields own = at(where, prefix, () -> Fields.of(value, GuardLimits.FIELDS));
    return new SenderLimits(pattern, at(where, prefix, () -> GuardLimits.read(own, standard)));
  }

  private Fields fields() throws IOException {
    return at(json, "", () -> Fields.of(requireObject(json), FIELDS));
  }

  private static RawJson requireObject(RawJson json) {
    if (!json.isObject()) {
      throw new InvalidField("policy", "must be an object");
    }
    return json;
  }

  private static List<RawJson> elements(Fields fields) {
    RawJson roles = fields.require("roles");
    if (!roles.isArray()) {
      throw new InvalidField("roles", "must be an array");
    }
    return roles.elements();
  }

  private static RoleRule role(RawJson json) {
    Fields fields = Fields.of(requireObject(json), ROLE_FIELDS);
    return new RoleRule(
        fields.string("name"),
        patterns(fields, "addresses"),
        new LinkedHashSet<>(NestedFields.strings(fields, "types")));
  }

  private static List<Pattern> patterns(Fields fields, String name) {
    return NestedFields.strings(fields, name).stream()
        .map(text -> Pattern.check(name, text))
        .toList();
  }

  private <T> T at(RawJson where, String prefix, Supplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (InvalidField invalid) {
      throw new IOException(
          "%s, line %d: %s%s"
              .formatted(path, lineOf(bytes, where.position()), prefix, invalid.getMessage()),
          invalid);
    }
  }

  private static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int i = 0; i < Math.min(position, bytes.length); i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }
}
