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

  /** Result of the method on one node. */
  public record Answer(String node, RawJson result) {}
}
