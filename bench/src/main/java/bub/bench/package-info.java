/** Measures what a routed message costs the server: bub beside nats-server and a bare relay. */
@NullMarked
package bub.bench;

import org.jspecify.annotations.NullMarked;
