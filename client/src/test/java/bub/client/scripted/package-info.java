/**
 * A bus that does what a test tells it to, over memory or a real socket, and a clock to go with it.
 */
@NullMarked
package bub.client.scripted;

import org.jspecify.annotations.NullMarked;
