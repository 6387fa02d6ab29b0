package bub.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Problems that a browser reports for the pages of one visitor: script errors, violations of the
 * content security policy, failed requests, dialogs. Each one fails the test unless the test
 * expects it. Callbacks run on the thread of the test.
 */
final class Complaints {
  /** A page that is left gives up what it still loads. */
  private static final String LEFT = "net::ERR_ABORTED";

  private final List<String> heard = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  void listenTo(BrowserContext context) {
    context.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            heard.add("console: " + message.text() + " at " + message.location());
          }
        });
    context.onWebError(error -> heard.add("script: " + error.error()));
    context.onRequestFailed(this::failed);
    context.onDialog(this::opened);
  }

  private void failed(Request request) {
    if (!LEFT.equals(request.failure())) {
      heard.add("request: " + request.url() + " " + request.failure());
    }
  }

  private void opened(Dialog dialog) {
    heard.add("dialog: " + dialog.message());
    dialog.dismiss();
  }

  /** Complaints with this in them are part of the test. */
  void expect(String text) {
    expected.add(text);
  }

  List<String> heard() {
    return List.copyOf(heard);
  }

  /** What nobody expected. */
  List<String> unexpected() {
    return heard.stream()
        .filter(complaint -> expected.stream().noneMatch(complaint::contains))
        .toList();
  }
}
