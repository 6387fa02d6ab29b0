/** Where bub keeps its files on this machine, and how a bus is reached. */
@NullMarked
package bub.cli.reach;

import org.jspecify.annotations.NullMarked;
