/** A bus in this process: its options, its lobby, and its rules for listening on a network. */
@NullMarked
package bub.cli.serve;

import org.jspecify.annotations.NullMarked;
