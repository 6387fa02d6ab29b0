/**
 * Storage and search of the lobby's registrations: one SQLite file, one writer thread, one reader
 * thread.
 */
@NullMarked
package bub.lobby.store;

import org.jspecify.annotations.NullMarked;
