/** Tasks of A2A on disk. */
@NullMarked
package bub.gateway.a2a.store;

import org.jspecify.annotations.NullMarked;
