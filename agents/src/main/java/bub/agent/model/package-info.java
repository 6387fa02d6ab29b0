/** Port to language models; hides the libraries of the providers. */
@NullMarked
package bub.agent.model;

import org.jspecify.annotations.NullMarked;
