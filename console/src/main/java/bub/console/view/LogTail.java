package bub.console.view;

import java.util.List;

/**
 * The end of an agent's log.
 *
 * @param more true when earlier lines exist
 */
public record LogTail(String agent, List<String> lines, boolean more) {}
