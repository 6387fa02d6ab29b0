/** The system agent: gives every chat an agent process, and knows what became of it. */
@NullMarked
package bub.system;

import org.jspecify.annotations.NullMarked;
