/** Notifications of tasks to webhooks. */
@NullMarked
package bub.gateway.a2a.push;

import org.jspecify.annotations.NullMarked;
