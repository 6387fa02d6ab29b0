package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which message types belong to which senders. A type that some role lists is protected: only the
 * roles that list it may send it. Every other type is free, unless the rules are strict. Immutable.
 */
public final class TypeRules {

  /** Senders by their address, and the types that are theirs. */
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

  private final List<RoleRule> roles;
  private final Set<String> protectedTypes = new HashSet<>();
  private final boolean strict;

  /** An operator's roles come before the built-in ones: the first that fits a sender counts. */
  public TypeRules(List<RoleRule> own, boolean strict) {
    this.roles = new ArrayList<>(own);
    for (Role role : Role.values()) {
      if (role != Role.OTHER) {
        roles.add(new RoleRule(role.title(), role.addresses(), role.types()));
      }
    }
    roles.forEach(role -> protectedTypes.addAll(role.types()));
    this.strict = strict;
  }

  public static TypeRules builtIn(boolean strict) {
    return new TypeRules(List.of(), strict);
  }

  /** {@code strictly} when the sender's dialect is strict, whatever the rules are. */
  public boolean allow(Address from, @Nullable String type, boolean strictly) {
    if (!strict && !strictly && (type == null || !protectedTypes.contains(type))) {
      return true;
    }
    RoleRule role = roleOf(from);
    return role != null && type != null && role.types().contains(type);
  }

  /** The role of a sender, or null when it has none. */
  public @Nullable RoleRule roleOf(Address from) {
    for (int i = 0; i < roles.size(); i++) {
      if (roles.get(i).isFor(from)) {
        return roles.get(i);
      }
    }
    return null;
  }

  public boolean isProtected(String type) {
    return protectedTypes.contains(type);
  }

  public boolean isStrict() {
    return strict;
  }
}
