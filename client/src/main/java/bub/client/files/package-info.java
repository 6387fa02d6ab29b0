/** Files that others may have tampered with. */
@NullMarked
package bub.client.files;

import org.jspecify.annotations.NullMarked;
