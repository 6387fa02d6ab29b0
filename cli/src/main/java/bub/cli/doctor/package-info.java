/** Checks of {@code bub doctor}, each with a finding and its fixes. */
@NullMarked
package bub.cli.doctor;

import org.jspecify.annotations.NullMarked;
