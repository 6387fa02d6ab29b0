/** Facts about this machine: processes, ports, systemd. */
@NullMarked
package bub.cli.machine;

import org.jspecify.annotations.NullMarked;
