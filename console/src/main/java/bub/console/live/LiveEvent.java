package bub.console.live;

import bub.json.RawJson;

/**
 * Something that browsers are told.
 *
 * @param number grows by one from event to event, as long as the console runs
 * @param data has no line breaks: our own writer makes none
 */
record LiveEvent(long number, String name, RawJson data) {
  // A rough figure for what an event costs beside its data.
  private static final int OVERHEAD = 128;

  int bytes() {
    return data.length() + OVERHEAD;
  }
}
