package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages, newest first.
 *
 * @param next what to ask for as {@code before} to see older ones
 * @param complete whether there are no older ones
 * @param searchedBack how far back the search came before it took too long
 */
public record MessagePage(
    List<MessageRow> messages,
    @Nullable Long next,
    boolean complete,
    @Nullable String searchedBack) {}
