/** Storage and search of registrations: one SQLite file, one writer thread, one reader thread. */
@NullMarked
package bub.lobby.store;

import org.jspecify.annotations.NullMarked;
