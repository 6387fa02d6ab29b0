package bub.cluster;

import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.cluster.message.NodeChannel;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Questions to several nodes at once, with all answers together. Hub thread only. */
final class NodeQuestions {
  private NodeQuestions() {}

  /** {@code missing} nodes are expected to have a part of the answer but cannot be asked. */
  static void ask(
      List<NodeChannel> asked,
      List<String> missing,
      NodeQuestion question,
      Consumer<NodeAnswers> done) {
    var results = new TreeMap<String, Optional<RawJson>>();
    missing.forEach(name -> results.put(name, Optional.empty()));
    if (asked.isEmpty()) {
      done.accept(answers(results));
      return;
    }
    int expected = asked.size() + missing.size();
    for (NodeChannel channel : asked) {
      channel.inspect(
          question,
          result -> {
            results.put(channel.node().name(), Optional.ofNullable(result));
            if (results.size() == expected) {
              done.accept(answers(results));
            }
          });
    }
  }

  private static NodeAnswers answers(Map<String, Optional<RawJson>> results) {
    var answers = new ArrayList<NodeAnswers.Answer>();
    var silent = new ArrayList<String>();
    results.forEach(
        (node, result) ->
            result.ifPresentOrElse(
                value -> answers.add(new NodeAnswers.Answer(node, value)), () -> silent.add(node)));
    return new NodeAnswers(answers, silent);
  }
}
