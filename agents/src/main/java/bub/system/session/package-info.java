/** What the system agent knows about its agents, in memory and in {@code sessions.json}. */
@NullMarked
package bub.system.session;

import org.jspecify.annotations.NullMarked;
