/**
 * Connection to NATS, its subjects and its key-value buckets; the only package that knows jnats.
 */
@NullMarked
package bub.cluster.nats;

import org.jspecify.annotations.NullMarked;
