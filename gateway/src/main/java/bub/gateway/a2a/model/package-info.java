/** Messages, tasks and errors of A2A, as records. */
@NullMarked
package bub.gateway.a2a.model;

import org.jspecify.annotations.NullMarked;
