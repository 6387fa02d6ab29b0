/** Table of the patterns and peers of every node, replicated without a coordinator. */
@NullMarked
package bub.cluster.interest;

import org.jspecify.annotations.NullMarked;
