package bub.console.view;

import java.util.Map;

/**
 * The memory account of the bus.
 *
 * @param limitBytes maximum bytes for all peers together
 * @param heldBytes bytes held now
 * @param heldByKind bytes held now, by purpose
 * @param refused calls and messages refused because an account was full, since the start
 * @param closed connections closed to free memory, since the start
 */
public record MemoryView(
    long limitBytes, long heldBytes, Map<String, Long> heldByKind, long refused, long closed) {}
