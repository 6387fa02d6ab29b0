/** Sessions of the system agent, in memory and in {@code sessions.json}. */
@NullMarked
package bub.system.session;

import org.jspecify.annotations.NullMarked;
