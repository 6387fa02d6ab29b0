/**
 * Contracts: the input and output of a capability as JSON Schema 2020-12, and the check of messages
 * against them. Schemas and messages are untrusted: every check ends soon, needs little memory and
 * fetches nothing. {@code format} and {@code content…} are annotations only, as in the standard;
 * use {@code pattern} to enforce a format.
 */
@NullMarked
package bub.lobby.contract;

import org.jspecify.annotations.NullMarked;
