/** Who may use the console: one-time codes, sessions in browsers, and roles. */
@NullMarked
package bub.console.login;

import org.jspecify.annotations.NullMarked;
