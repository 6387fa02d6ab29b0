/** Tasks of A2A: work of agents and capabilities that callers can leave and find again. */
@NullMarked
package bub.gateway.a2a.task;

import org.jspecify.annotations.NullMarked;
