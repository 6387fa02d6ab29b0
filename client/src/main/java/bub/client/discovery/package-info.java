/** Places where a program finds its bus; start with {@link bub.client.discovery.RunDirectory}. */
@NullMarked
package bub.client.discovery;

import org.jspecify.annotations.NullMarked;
