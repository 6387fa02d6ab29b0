package bub.bench.wire;

/** Cost and throughput of one load window. */
public record MeasurementWindow(
    double cpuMicros, double perSecond, double p50Micros, double p99Micros) {

  static MeasurementWindow of(LoadState load, long cpuMicros, long wallNanos) {
    long messages = load.delivered();
    if (messages == 0) {
      throw new BenchFailure("no message was delivered in a measurement window");
    }
    return new MeasurementWindow(
        (double) cpuMicros / messages,
        messages * 1e9 / wallNanos,
        load.latencyMicros(50),
        load.latencyMicros(99));
  }
}
