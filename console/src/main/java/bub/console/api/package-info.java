/** What can be asked of the console over HTTP. */
@NullMarked
package bub.console.api;

import org.jspecify.annotations.NullMarked;
