package bub.console.view;

import java.util.List;

/**
 * New and changed messages.
 *
 * @param skipped number of messages that were left out
 */
public record FreshMessages(List<MessageRow> rows, long skipped, double sampled) {}
