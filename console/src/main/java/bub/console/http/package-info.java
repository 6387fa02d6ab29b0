/** The console's port: what may come in, what goes out, and how it is described. */
@NullMarked
package bub.console.http;

import org.jspecify.annotations.NullMarked;
