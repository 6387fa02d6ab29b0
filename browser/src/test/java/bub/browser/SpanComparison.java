package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import bub.testkit.OtlpReceiver;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Comparison of the spans that a collector received with those that {@code bub trace} prints. */
final class SpanComparison {
  private static final Set<String> NOT_EXPORTED = Set.of("typing", "partial");
  private static final Set<String> FOLDED = Set.of("agent_event", "delivery_status");
  private static final double ONE_MS = 1;

  /** Span without its times; the export has no queues and no works, and events are single. */
  private record Place(String what, String parent) {}

  private record Timed(Place place, double offsetMs, double durationMs) {}

  private SpanComparison() {}

  static void agree(List<PrintedSpan> printed, List<Span> exported) {
    assertThat(exported).isNotEmpty();
    List<Timed> expected = ofPrinted(printed);
    List<Timed> received = ofExported(exported);
    assertThat(received.stream().map(Timed::place).toList())
        .containsExactlyInAnyOrderElementsOf(expected.stream().map(Timed::place).toList());
    assertThat(eventsOfExported(exported))
        .containsExactlyInAnyOrderElementsOf(eventsOfPrinted(printed));
    Comparator<Timed> order =
        Comparator.<Timed, String>comparing(one -> one.place().what())
            .thenComparing(one -> one.place().parent());
    expected.sort(order);
    received.sort(order);
    for (int i = 0; i < expected.size(); i++) {
      Timed one = expected.get(i);
      assertThat(received.get(i).durationMs())
          .as("duration of %s", one)
          .isCloseTo(one.durationMs(), within(ONE_MS));
      assertThat(received.get(i).offsetMs())
          .as("start of %s", one)
          .isCloseTo(one.offsetMs(), within(ONE_MS));
    }
    assertThat(exported)
        .noneMatch(span -> span.getStatus().getCode() == StatusCode.STATUS_CODE_ERROR);
  }

  // ---- bub trace

  private static List<Timed> ofPrinted(List<PrintedSpan> spans) {
    var all = new ArrayList<Timed>();
    for (PrintedSpan span : spans) {
      String parent = parent(span, spans);
      if (span.isMessage()) {
        String what = "send " + span.fields().string("to") + " " + span.spanId();
        all.add(new Timed(new Place(what, parent), span.offsetMs(), span.sendingMs()));
      } else if (span.step() > 0) {
        String word = span.kind().equals("model") ? "chat " : "execute_tool ";
        String name = word + span.name().replace("openai/", "");
        String what = name + " " + span.actor() + " " + span.step();
        all.add(new Timed(new Place(what, parent), span.offsetMs(), span.durationMs()));
      }
    }
    return all;
  }

  private static List<Place> eventsOfPrinted(List<PrintedSpan> spans) {
    var all = new ArrayList<Place>();
    for (PrintedSpan span : spans) {
      if (span.kind().equals("events") && !NOT_EXPORTED.contains(span.name())) {
        for (long i = 0; i < span.count(); i++) {
          all.add(new Place(span.actor(), parent(span, spans)));
        }
      }
    }
    return all;
  }

  private static String parent(PrintedSpan span, List<PrintedSpan> all) {
    PrintedSpan cause = span.cause(all);
    return cause == null ? "" : cause.spanId();
  }

  // ---- OpenTelemetry

  private static List<Timed> ofExported(List<Span> spans) {
    long first = spans.stream().mapToLong(Span::getStartTimeUnixNano).min().orElseThrow();
    var all = new ArrayList<Timed>();
    for (Span span : spans) {
      if (!isEvent(span)) {
        String id = OtlpReceiver.hex(span.getSpanId());
        String what =
            isSend(span)
                ? span.getName() + " " + id
                : span.getName()
                    + " "
                    + OtlpReceiver.text(span, "gen_ai.agent.id")
                    + " "
                    + OtlpReceiver.attribute(span, "bub.step").getIntValue();
        double offset = (span.getStartTimeUnixNano() - first) / 1e6;
        double duration = (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1e6;
        all.add(new Timed(new Place(what, parent(span)), offset, duration));
      }
    }
    return all;
  }

  private static List<Place> eventsOfExported(List<Span> spans) {
    return spans.stream()
        .filter(SpanComparison::isEvent)
        .map(span -> new Place(OtlpReceiver.text(span, "messaging.client.id"), parent(span)))
        .toList();
  }

  private static boolean isSend(Span span) {
    return span.getName().startsWith("send ");
  }

  private static boolean isEvent(Span span) {
    return isSend(span) && FOLDED.contains(OtlpReceiver.text(span, "bub.message.type"));
  }

  private static String parent(Span span) {
    return OtlpReceiver.hex(span.getParentSpanId());
  }
}
