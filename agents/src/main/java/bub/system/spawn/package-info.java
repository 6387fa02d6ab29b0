/** Starts, supervises and stops agent processes, as child processes or as systemd units. */
@NullMarked
package bub.system.spawn;

import org.jspecify.annotations.NullMarked;
