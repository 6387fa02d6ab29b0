/** A2A 1.0: agents and capabilities for programs that speak the Agent2Agent protocol. */
@NullMarked
package bub.gateway.a2a;

import org.jspecify.annotations.NullMarked;
