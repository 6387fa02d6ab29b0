package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.Role;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Message types of each role. Without rules of an operator, only the types of the system agent are
 * protected. With them, every type that a role lists is protected: only the roles that list it may
 * send it. Every other type is free, unless the rules are strict. Immutable.
 */
public final class TypeRules {

  public record RoleRule(String name, List<Pattern> addresses, Set<String> types) {
    boolean isFor(Address sender) {
      for (int i = 0; i < addresses.size(); i++) {
        if (addresses.get(i).matches(sender.value())) {
          return true;
        }
      }
      return false;
    }
  }

  private static final Map<Role, RoleRule> BUILT_IN = builtInRoles();

  private final List<RoleRule> own;
  private final Set<String> protectedTypes;
  private final boolean strict;

  private TypeRules(List<RoleRule> own, Set<String> protectedTypes, boolean strict) {
    this.own = List.copyOf(own);
    this.protectedTypes = Set.copyOf(protectedTypes);
    this.strict = strict;
  }

  /** Puts own roles before the built-in ones: the first role that matches a sender applies. */
  public TypeRules(List<RoleRule> own, boolean strict) {
    this(own, typesOf(own), strict);
  }

  public static TypeRules builtIn(boolean strict) {
    return strict ? new TypeRules(List.of(), true) : new TypeRules(List.of(), Role.RESERVED, false);
  }

  private static Map<Role, RoleRule> builtInRoles() {
    var rules = new EnumMap<Role, RoleRule>(Role.class);
    for (Role role : Role.values()) {
      if (role != Role.OTHER) {
        rules.put(role, new RoleRule(role.title(), List.of(), role.types()));
      }
    }
    return rules;
  }

  private static Set<String> typesOf(List<RoleRule> own) {
    var types = new HashSet<String>();
    own.forEach(role -> types.addAll(role.types()));
    BUILT_IN.values().forEach(role -> types.addAll(role.types()));
    return types;
  }

  /** Judges a sender with a strict dialect {@code strictly}, regardless of the rules. */
  public boolean allow(Address from, @Nullable String type, boolean strictly) {
    if (!strict && !strictly && (type == null || !protectedTypes.contains(type))) {
      return true;
    }
    RoleRule role = roleOf(from);
    return role != null && type != null && role.types().contains(type);
  }

  public @Nullable RoleRule roleOf(Address from) {
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).isFor(from)) {
        return own.get(i);
      }
    }
    return BUILT_IN.get(Role.of(from));
  }

  public boolean isProtected(String type) {
    return protectedTypes.contains(type);
  }

  public boolean isStrict() {
    return strict;
  }
}
