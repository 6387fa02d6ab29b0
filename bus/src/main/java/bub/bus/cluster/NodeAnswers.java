package bub.bus.cluster;

import bub.json.RawJson;
import java.util.List;

/**
 * Answers of the other nodes to one question, by node name.
 *
 * @param silent names of the nodes that did not answer, or answered with an error
 */
public record NodeAnswers(List<Answer> answers, List<String> silent) {
  public static final NodeAnswers NONE = new NodeAnswers(List.of(), List.of());

  /** Returns the answer of one node, which is silent when there is none. */
  NodeAnswers of(String node) {
    List<Answer> own = answers.stream().filter(answer -> answer.node().equals(node)).toList();
    return new NodeAnswers(own, own.isEmpty() ? List.of(node) : List.of());
  }

  /** Result of the method on one node. */
  public record Answer(String node, RawJson result) {}
}
