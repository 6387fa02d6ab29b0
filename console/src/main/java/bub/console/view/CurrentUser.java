package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * The user of the console.
 *
 * @param role {@code operator} or {@code viewer}; absent for a user who must log in first
 */
public record CurrentUser(
    @Nullable String role, boolean loginNeeded, boolean loggedIn, String version, String now) {}
