package bub.console.view;

import java.util.List;

/**
 * Messages that something happened to.
 *
 * @param skipped how many more there were
 */
public record FreshMessages(List<MessageRow> rows, long skipped, double sampled) {}
