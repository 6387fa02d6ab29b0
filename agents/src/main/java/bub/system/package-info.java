/** System agent: starts an agent process for each chat and supervises it. */
@NullMarked
package bub.system;

import org.jspecify.annotations.NullMarked;
