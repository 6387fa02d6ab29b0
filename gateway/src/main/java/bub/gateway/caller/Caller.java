package bub.gateway.caller;

import bub.protocol.Address;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Program that uses a door, with its address on the bus and its grants.
 *
 * @param token null for a program on this machine, on an open bus
 * @param types permitted message types; empty for all
 * @param workspaces patterns of workspaces that it may read, besides those of an operator
 */
public record Caller(
    Address id,
    @Nullable String token,
    boolean operator,
    Set<String> types,
    List<String> workspaces) {
  /** Every program on this machine, on an open bus. */
  public static final Caller LOCAL =
      new Caller(new Address("api:http"), null, true, Set.of(), List.of());

  /** True for a token that reads at least one workspace, even on an open bus. */
  public boolean readsWorkspaces() {
    return token != null && (operator || !workspaces.isEmpty());
  }

  public boolean maySend(String type) {
    return types.isEmpty() || types.contains(type);
  }
}
