package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aTask;
import bub.json.RawJson;
import java.util.List;

/**
 * New version of a task, with the events that lead to it.
 *
 * @param streamed events for readers of streams
 * @param pushed events for webhooks, which get no pieces of artifacts
 */
record TaskChange(A2aTask task, List<RawJson> streamed, List<RawJson> pushed) {
  static TaskChange status(A2aTask task) {
    List<RawJson> events = List.of(task.statusEvent());
    return new TaskChange(task, events, events);
  }
}
