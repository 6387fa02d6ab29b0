@NullMarked
package bub.store;

import org.jspecify.annotations.NullMarked;
