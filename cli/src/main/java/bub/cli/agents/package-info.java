/** {@code bub chat}, the agents that answer it, and {@code bub sessions} to manage them. */
@NullMarked
package bub.cli.agents;

import org.jspecify.annotations.NullMarked;
