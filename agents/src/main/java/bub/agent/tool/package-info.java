/** What a model can do beside talking, and the walls around it. */
@NullMarked
package bub.agent.tool;

import org.jspecify.annotations.NullMarked;
