/** Scripts, packages and services. */
@NullMarked
package bub.checks.install;

import org.jspecify.annotations.NullMarked;
