@NullMarked
package bub.bench;

import org.jspecify.annotations.NullMarked;
