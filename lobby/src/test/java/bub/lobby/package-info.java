@NullMarked
package bub.lobby;

import org.jspecify.annotations.NullMarked;
