/**
 * Port to language models: a few records, the built-in echo model, and retries. Hides the libraries
 * of the providers.
 */
@NullMarked
package bub.agent.model;

import org.jspecify.annotations.NullMarked;
