/** Safe access to files that other programs may have changed. */
@NullMarked
package bub.client.files;

import org.jspecify.annotations.NullMarked;
