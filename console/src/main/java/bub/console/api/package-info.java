/** Endpoints of the console's HTTP API. */
@NullMarked
package bub.console.api;

import org.jspecify.annotations.NullMarked;
