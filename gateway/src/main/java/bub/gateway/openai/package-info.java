/** The door for programs that speak OpenAI's HTTP protocol. */
@NullMarked
package bub.gateway.openai;

import org.jspecify.annotations.NullMarked;
