/**
 * The append-only activity log: what happened to every message, told by the hub, kept in SQLite.
 */
@NullMarked
package bub.bus.activity;

import org.jspecify.annotations.NullMarked;
