package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages, newest first.
 *
 * @param next what to ask for as {@code before} to see older ones
 * @param newer what to ask for as {@code after} to see those right above
 * @param complete whether there are no older ones; with {@code after} no newer ones
 * @param searchedBack how far the search came before it took too long
 */
public record MessagePage(
    List<MessageRow> messages,
    @Nullable Long next,
    long newer,
    boolean complete,
    @Nullable String searchedBack) {}
