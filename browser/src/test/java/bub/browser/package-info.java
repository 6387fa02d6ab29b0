/** The web console as people use it, with the finished program and a real browser. */
@NullMarked
package bub.browser;

import org.jspecify.annotations.NullMarked;
