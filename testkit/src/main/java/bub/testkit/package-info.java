/** Shared parts of the tests: raw sockets, real programs, and fake servers of external services. */
@NullMarked
package bub.testkit;

import org.jspecify.annotations.NullMarked;
