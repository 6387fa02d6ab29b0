/** Who may say what: judged once for every message, before it is routed. */
@NullMarked
package bub.bus.policy;

import org.jspecify.annotations.NullMarked;
