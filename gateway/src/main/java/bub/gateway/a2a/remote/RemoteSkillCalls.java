package bub.gateway.a2a.remote;

import bub.client.CurrentCause;
import bub.client.lobby.CallRefused;
import bub.client.lobby.NeedsInput;
import bub.client.lobby.OpenCall;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.remote.store.SkillQuestionStore;
import bub.gateway.a2a.remote.store.SkillQuestionStore.Room;
import bub.gateway.a2a.remote.store.SkillQuestionStore.SkillQuestion;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Calls of the skills of one remote agent, as the lobby passes them on. Safe for any thread. */
final class RemoteSkillCalls {
  private static final int MOST_CALLS = 64;
  private static final int MOST_QUESTIONS = 256;
  private static final int MOST_QUESTIONS_OF_CALLER = 32;
  private static final int LONGEST_NOTE = 1_000;
  // The lobby forgets a call after this time, whatever progress it makes.
  private static final Duration LONGEST_CALL = Duration.ofHours(1);
  private static final Duration LONGEST_QUESTION = Duration.ofHours(24);

  private final RemoteAgentContext agent;
  private final RunningTurns running;
  private final SkillQuestionStore questions;
  private final UnfinishedSkillTasks tasks;
  private final Semaphore calls = new Semaphore(MOST_CALLS);
  private final Set<String> answering = ConcurrentHashMap.newKeySet();

  RemoteSkillCalls(RemoteAgentContext agent, RunningTurns running) {
    this.agent = agent;
    this.running = running;
    this.questions = agent.store().ofSkills();
    this.tasks = new UnfinishedSkillTasks(agent);
  }

  /** Finds the tasks of the last process; call it before calls can come. */
  void resume() throws IOException, InterruptedException {
    tasks.resume();
    expire();
  }

  RawJson call(RemoteCard.Skill skill, RawJson input, OpenCall call) throws Exception {
    if (!calls.tryAcquire()) {
      throw new CallRefused("There are " + MOST_CALLS + " calls of " + agent.name() + " already.");
    }
    try {
      String state = input.fields().optionalString(InputRequired.STATE);
      return state == null
          ? begin(skill, withoutAnswers(input), call)
          : proceed(skill, state, input.fields().optionalObject(InputRequired.RESPONSES), call);
    } catch (RemoteFailure failed) {
      throw new CallRefused(failed.text());
    } finally {
      calls.release();
    }
  }

  private static RawJson withoutAnswers(RawJson input) {
    return input.fields().without(InputRequired.RESPONSES);
  }

  /** Begins a task, or follows the one that this call began before a restart. */
  private RawJson begin(RemoteCard.Skill skill, RawJson input, OpenCall call)
      throws RemoteFailure, CallRefused, NeedsInput, IOException, InterruptedException {
    var key = UnfinishedSkillTasks.Key.of(call.caller(), skill.id(), input);
    var news =
        new Progress(call) {
          @Override
          public void began(String task) throws InterruptedException {
            tasks.began(task, key, turnOf(call));
          }
        };
    RemoteTurn turn = turn(news).of(tasks.takeInterrupted(key));
    return await(skill, turn, SkillMessages.first(skill.id(), input), call);
  }

  private RemoteTurn turn(Progress news) {
    return new RemoteTurn(agent.connection(), agent.environment().time(), news, LONGEST_CALL);
  }

  private RawJson await(RemoteCard.Skill skill, RemoteTurn turn, RawJson request, OpenCall call)
      throws RemoteFailure, CallRefused, NeedsInput, IOException, InterruptedException {
    RemoteAnswer answer;
    try (var _ = running.add(turnOf(call), call.caller(), turn)) {
      answer = turn.await(request);
    } catch (InterruptedException ended) {
      if (!turn.isStopped()) {
        throw ended; // bub stops, and the caller may repeat its call
      }
      cancel(turn.task());
      throw new CallRefused("canceled: somebody stopped the turn.");
    } catch (RemoteFailure failed) {
      cancel(turn.task());
      throw failed;
    }
    try {
      return outcome(skill, answer, call);
    } finally {
      tasks.ended(turn.task());
    }
  }

  private static TraceId turnOf(OpenCall call) {
    TraceId trace = trace();
    return trace == null ? TraceId.startedBy(call.caller(), call.requestId()) : trace;
  }

  private static @Nullable TraceId trace() {
    TraceParent turn = CurrentCause.get().trace();
    return turn == null ? null : turn.trace();
  }

  /** Does not hold up the caller, who gets an answer already. */
  private void cancel(@Nullable String task) throws InterruptedException {
    if (task == null) {
      return;
    }
    if (agent.canceler().tryCancel(task)) {
      tasks.ended(task);
    } else {
      tasks.cancel(task);
    }
  }

  private RawJson outcome(RemoteCard.Skill skill, RemoteAnswer answer, OpenCall call)
      throws CallRefused, NeedsInput, IOException, InterruptedException {
    A2aTaskState state = answer.state();
    if (state == A2aTaskState.INPUT_REQUIRED) {
      throw ask(skill, answer, call);
    }
    String task = answer.task();
    if (task != null) {
      questions.close(agent.name(), task);
    }
    if (state != A2aTaskState.COMPLETED) {
      String word = String.valueOf(state).toLowerCase(Locale.ROOT);
      throw new CallRefused(word + ": " + answer.text());
    }
    return answer.output();
  }

  private NeedsInput ask(RemoteCard.Skill skill, RemoteAnswer answer, OpenCall call)
      throws CallRefused, IOException, InterruptedException {
    String task = answer.task();
    String asked = answer.question();
    if (task == null || asked == null) {
      throw new CallRefused("input_required: " + answer.text());
    }
    expire();
    var question =
        new SkillQuestion(
            UUID.randomUUID().toString(),
            call.caller(),
            skill.id(),
            task,
            answer.context(),
            asked,
            trace(),
            agent.environment().time().now());
    Room room;
    try {
      room = questions.add(agent.name(), question, MOST_QUESTIONS_OF_CALLER, MOST_QUESTIONS);
    } catch (IOException full) {
      cancel(task); // nobody could answer it
      throw full;
    }
    if (room != Room.ADDED) {
      cancel(task);
      throw new CallRefused(
          room == Room.CALLER_FULL
              ? "too_many_questions: you have not answered %d questions of %s. Answer or decline"
                      .formatted(MOST_QUESTIONS_OF_CALLER, agent.name())
                  + " some of them."
              : "too_many_questions: %d questions of %s wait for an answer. Try again later."
                  .formatted(MOST_QUESTIONS, agent.name()));
    }
    return new NeedsInput(SkillMessages.question(answer, question.state()));
  }

  /** Continues the task of an earlier call. */
  private RawJson proceed(
      RemoteCard.Skill skill, String state, @Nullable RawJson responses, OpenCall call)
      throws RemoteFailure, CallRefused, NeedsInput, IOException, InterruptedException {
    expire();
    SkillQuestion question = questions.find(agent.name(), state);
    if (question == null
        || !question.caller().equals(call.caller())
        || !question.skill().equals(skill.id())) {
      throw new CallRefused(
          "unknown_state: %s.%s did not give you this request_state, or its time is over. Call"
                  .formatted(agent.name(), skill.id())
              + " again without it.");
    }
    if (!answering.add(state)) {
      throw new CallRefused("busy: another call answers this question already.");
    }
    try {
      RemoteAnswer asked = new RemoteAnswer();
      asked.take(agent.connection().task(question.task()));
      if (!question.asked().equals(asked.question())) {
        // An earlier call has answered, but its caller did not learn the outcome.
        return await(
            skill, turn(new Progress(call)).of(question.task()), RawJson.EMPTY_OBJECT, call);
      }
      RawJson message = SkillMessages.answer(question, asked, responses);
      if (message == null) {
        questions.close(agent.name(), question.task());
        cancel(question.task());
        throw new CallRefused("declined: the question of the agent was not answered.");
      }
      RemoteTurn turn = turn(new Progress(call)).answering(question.task(), question.asked());
      return await(skill, turn, message, call);
    } finally {
      answering.remove(state);
    }
  }

  /** Cancels the tasks of questions that nobody answered in time. */
  private void expire() throws IOException, InterruptedException {
    var before = agent.environment().time().now().minus(LONGEST_QUESTION);
    for (SkillQuestion old : questions.expire(agent.name(), before)) {
      agent.threads().start("a2a-cancel", () -> agent.canceler().cancel(old.task()));
    }
  }

  /** Cancels the tasks that wait for an answer in a turn that was stopped. */
  void stopWaiting(TraceId trace) throws IOException, InterruptedException {
    tasks.cancel(trace);
    for (SkillQuestion open : questions.open(agent.name(), trace)) {
      questions.close(agent.name(), open.task());
      agent.canceler().cancel(open.task());
    }
  }

  /** News for the caller, which also restart the timeout of the call. */
  private static class Progress implements RemoteTurn.News {
    private final OpenCall call;

    Progress(OpenCall call) {
      this.call = call;
    }

    @Override
    public void began(String task) throws InterruptedException {}

    @Override
    public void partial(String text) throws InterruptedException {
      String note = text.length() <= LONGEST_NOTE ? text : text.substring(0, LONGEST_NOTE) + "…";
      JsonValue news = out -> out.beginObject().field("message", note).endObject();
      call.progress(news);
    }
  }
}
