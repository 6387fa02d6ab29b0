/** The commands of the finished program. */
@NullMarked
package bub.checks.command;

import org.jspecify.annotations.NullMarked;
