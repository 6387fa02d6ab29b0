/** Language models through LangChain4j: the only place that knows it. */
@NullMarked
package bub.agent.model.langchain;

import org.jspecify.annotations.NullMarked;
