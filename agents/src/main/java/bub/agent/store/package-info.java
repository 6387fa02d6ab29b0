/** What an agent must not forget, in one SQLite file: its conversation, its answers, its alarms. */
@NullMarked
package bub.agent.store;

import org.jspecify.annotations.NullMarked;
