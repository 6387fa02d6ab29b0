package bub.console.view;

import java.util.Map;

/**
 * The memory account of the bus.
 *
 * @param limitBytes the most that the bus holds for all peers together
 * @param heldBytes held now
 * @param heldByKind the parts of that, by what they are held for
 * @param refused calls and messages that were refused because an account was full, since the start
 * @param closed connections that were closed to free memory, since the start
 */
public record MemoryView(
    long limitBytes, long heldBytes, Map<String, Long> heldByKind, long refused, long closed) {}
