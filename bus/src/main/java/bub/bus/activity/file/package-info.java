/** SQLite files of the activity log: their format, rotation and retention. */
@NullMarked
package bub.bus.activity.file;

import org.jspecify.annotations.NullMarked;
