/**
 * What a language model is to the agent: a port of a few records, the built-in echo, and patience.
 * The makers' libraries stay behind it.
 */
@NullMarked
package bub.agent.model;

import org.jspecify.annotations.NullMarked;
