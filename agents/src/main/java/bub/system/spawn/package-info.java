/** Starts agent processes, keeps them running and ends them: as children, or as systemd units. */
@NullMarked
package bub.system.spawn;

import org.jspecify.annotations.NullMarked;
