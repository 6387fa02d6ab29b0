/** Tools of a model, and the limits on them. */
@NullMarked
package bub.agent.tool;

import org.jspecify.annotations.NullMarked;
