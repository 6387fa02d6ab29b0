/** Kills, full disks, damaged files and crowds. */
@NullMarked
package bub.checks.failure;

import org.jspecify.annotations.NullMarked;
