package bub.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.Sizes;
import java.util.ArrayList;
import java.util.List;

/** Bytes that a page loads after the recording starts, without streams, which never end. */
final class Download {
  private final List<Request> finished = new ArrayList<>();

  static Download of(Page page) {
    var download = new Download();
    page.onRequestFinished(download.finished::add);
    return download;
  }

  List<String> urls() {
    return finished.stream().map(Request::url).toList();
  }

  /** All that came over the wire, headers and bodies. */
  long bytes() {
    return List.copyOf(finished).stream().map(Request::sizes).mapToLong(Download::received).sum();
  }

  private static long received(Sizes sizes) {
    return (long) sizes.responseHeadersSize + sizes.responseBodySize;
  }
}
