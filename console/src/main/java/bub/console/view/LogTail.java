package bub.console.view;

import java.util.List;

/**
 * The end of what an agent has printed.
 *
 * @param more whether there is something before it
 */
public record LogTail(String agent, List<String> lines, boolean more) {}
