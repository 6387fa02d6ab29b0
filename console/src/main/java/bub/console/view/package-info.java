/** Requests and responses of the console's HTTP API, as records. */
@NullMarked
package bub.console.view;

import org.jspecify.annotations.NullMarked;
