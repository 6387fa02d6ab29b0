/** Files of bub on this machine, and connections to a bus. */
@NullMarked
package bub.cli.connect;

import org.jspecify.annotations.NullMarked;
