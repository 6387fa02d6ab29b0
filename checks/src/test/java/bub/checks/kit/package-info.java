/** Programs and people that the tests of the whole product start and talk to. */
@NullMarked
package bub.checks.kit;

import org.jspecify.annotations.NullMarked;
