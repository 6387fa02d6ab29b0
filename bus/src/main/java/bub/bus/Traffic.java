package bub.bus;

/** How many messages came, were refused, and are still on their way. Hub thread only. */
final class Traffic {
  private long accepted;
  private long refused;
  private int inFlight;

  void begin() {
    accepted++;
    inFlight++;
  }

  void end() {
    inFlight--;
  }

  void refused() {
    refused++;
  }

  long acceptedSoFar() {
    return accepted;
  }

  long refusedSoFar() {
    return refused;
  }

  int inFlight() {
    return inFlight;
  }
}
