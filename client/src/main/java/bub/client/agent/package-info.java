/** Agents in Java; start with {@link bub.client.agent.Agent}. */
@NullMarked
package bub.client.agent;

import org.jspecify.annotations.NullMarked;
