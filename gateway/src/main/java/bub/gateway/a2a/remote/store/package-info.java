/** Open questions to remote agents on disk. */
@NullMarked
package bub.gateway.a2a.remote.store;

import org.jspecify.annotations.NullMarked;
