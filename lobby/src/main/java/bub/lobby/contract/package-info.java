/**
 * Contracts: what a capability takes and gives, as JSON Schema 2020-12, and whether a message keeps
 * it. Schemas and messages come from strangers: whatever they hold, a check ends soon, needs little
 * memory and fetches nothing. {@code format} and {@code content…} are notes for readers, as the
 * standard has it; who wants a form enforced writes a {@code pattern}.
 */
@NullMarked
package bub.lobby.contract;

import org.jspecify.annotations.NullMarked;
