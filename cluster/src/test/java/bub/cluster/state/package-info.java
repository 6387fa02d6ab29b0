/** Tests of the state that nodes share. */
@NullMarked
package bub.cluster.state;

import org.jspecify.annotations.NullMarked;
