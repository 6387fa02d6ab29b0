package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages, newest first.
 *
 * @param next value of {@code before} for older messages
 * @param newer value of {@code after} for the messages right above
 * @param complete true when there are no older messages, or with {@code after} no newer ones
 * @param searchedBack time that the search reached before its time limit
 */
public record MessagePage(
    List<MessageRow> messages,
    @Nullable Long next,
    long newer,
    boolean complete,
    @Nullable String searchedBack) {}
