/** Language models through LangChain4j. No other package depends on it. */
@NullMarked
package bub.agent.model.langchain;

import org.jspecify.annotations.NullMarked;
