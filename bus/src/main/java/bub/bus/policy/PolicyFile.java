package bub.bus.policy;

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

/** Roles and types of an operator in a JSON file; an error names the line and the field. */
public final class PolicyFile {
  private static final List<String> FIELDS = List.of("strictTypes", "roles");
  private static final List<String> ROLE_FIELDS = List.of("name", "addresses", "types");

  private final Path path;
  private final byte[] bytes;

  private PolicyFile(Path path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /** Reads {@code path}. The rules are strict when {@code strict} or the file says so. */
  public static TypeRules read(Path path, boolean strict) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw new IOException("cannot read the policy file " + path + ": " + unreadable, unreadable);
    }
    return new PolicyFile(path, bytes).rules(strict);
  }

  private TypeRules rules(boolean strict) throws IOException {
    RawJson json;
    try {
      json = RawJson.parse(bytes, RawJson.DEFAULT_DEPTH);
    } catch (InvalidJson invalid) {
      throw new IOException(
          "%s, line %d: %s".formatted(path, lineOf(invalid.at()), invalid.getMessage()), invalid);
    }
    Fields fields = at(json, "", () -> Fields.of(requireObject(json), FIELDS));
    boolean strictTypes = at(json, "", () -> fields.bool("strictTypes", false));
    var roles = new ArrayList<RoleRule>();
    for (RawJson role : at(json, "", () -> elements(fields))) {
      String name = "roles[" + roles.size() + "].";
      roles.add(at(role, name, () -> role(role)));
    }
    return new TypeRules(roles, strict || strictTypes);
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
        NestedFields.strings(fields, "addresses").stream()
            .map(text -> Pattern.check("addresses", text))
            .toList(),
        new LinkedHashSet<>(NestedFields.strings(fields, "types")));
  }

  private <T> T at(RawJson where, String prefix, Supplier<T> read) throws IOException {
    try {
      return read.get();
    } catch (InvalidField invalid) {
      throw new IOException(
          "%s, line %d: %s%s"
              .formatted(path, lineOf(where.position()), prefix, invalid.getMessage()),
          invalid);
    }
  }

  private int lineOf(int position) {
    int line = 1;
    for (int i = 0; i < Math.min(position, bytes.length); i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }
}
