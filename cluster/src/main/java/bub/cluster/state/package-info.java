/** State that every node has in files of its own and shares with all others: tokens and agents. */
@NullMarked
package bub.cluster.state;

import org.jspecify.annotations.NullMarked;
