package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Who looks at the console.
 *
 * @param role {@code operator} or {@code viewer}; absent for somebody who must log in first
 */
public record CurrentUser(
    @Nullable String role, boolean loginNeeded, boolean loggedIn, String version, String now) {}
