/** The shapes of what the console's HTTP API takes and gives, as records. */
@NullMarked
package bub.console.view;

import org.jspecify.annotations.NullMarked;
