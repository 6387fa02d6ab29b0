/** A bus in this process: its options, its lobby, and when it may face a network. */
@NullMarked
package bub.cli.serve;

import org.jspecify.annotations.NullMarked;
