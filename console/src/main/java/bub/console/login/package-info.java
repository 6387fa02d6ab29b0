/** Access to the console: one-time codes, browser sessions and roles. */
@NullMarked
package bub.console.login;

import org.jspecify.annotations.NullMarked;
