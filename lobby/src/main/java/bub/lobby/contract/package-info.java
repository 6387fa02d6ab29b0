/**
 * Contracts in JSON Schema 2020-12. Schemas and messages are untrusted: every check ends soon,
 * needs little memory and fetches nothing. {@code format} is an annotation only, as in the
 * standard.
 */
@NullMarked
package bub.lobby.contract;

import org.jspecify.annotations.NullMarked;
