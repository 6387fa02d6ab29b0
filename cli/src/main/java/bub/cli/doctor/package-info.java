/** Checks of {@code bub doctor}. Each one reports a finding and how to fix it. */
@NullMarked
package bub.cli.doctor;

import org.jspecify.annotations.NullMarked;
