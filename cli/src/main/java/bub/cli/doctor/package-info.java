/** What {@code bub doctor} looks at: each check says what it found and how to mend it. */
@NullMarked
package bub.cli.doctor;

import org.jspecify.annotations.NullMarked;
