/** Cost of a routed message: bub compared with nats-server and a minimal relay. */
@NullMarked
package bub.bench;

import org.jspecify.annotations.NullMarked;
