/** What tests of several modules share: controlled time, raw sockets, real programs. */
@NullMarked
package bub.testkit;

import org.jspecify.annotations.NullMarked;
