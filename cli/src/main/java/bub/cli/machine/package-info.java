/** What this machine says about itself: processes, ports, systemd. */
@NullMarked
package bub.cli.machine;

import org.jspecify.annotations.NullMarked;
