/** Durable state of an agent in one SQLite file: its conversation, its answers, its alarms. */
@NullMarked
package bub.agent.store;

import org.jspecify.annotations.NullMarked;
