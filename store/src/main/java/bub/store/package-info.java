/** SQLite files that survive full disks, small disk blocks and damage. */
@NullMarked
package bub.store;

import org.jspecify.annotations.NullMarked;
