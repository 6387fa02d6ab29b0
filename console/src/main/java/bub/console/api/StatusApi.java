package bub.console.api;

import bub.client.TimeSource;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.BusViews.HealthView;
import bub.console.view.BusViews.PeersView;
import bub.console.view.BusViews.StatusView;
import bub.console.watch.BusWatch;
import bub.console.watch.HealthHistory;
import bub.protocol.Metrics;
import java.util.List;
import java.util.Map;

/** HTTP API for the state of the bus, its history and its peers. */
public record StatusApi(BusWatch watch, TimeSource time) {
  private static final int HOUR = HealthHistory.MOST_SECONDS;
  private static final QueryParameter.Range SECONDS = new QueryParameter.Range(1, HOUR, HOUR);
  private static final QueryParameter.Range POINTS = new QueryParameter.Range(1, HOUR, 360);

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
            "/api/status", "Returns the state of the bus.", StatusView.class, _ -> status()),
        Endpoint.get(
            "/api/peers", "Lists the connected peers.", PeersView.class, _ -> watch.peers()),
        Endpoint.get(
                "/api/health",
                "Returns the health of the bus over the last hour.",
                HealthView.class,
                asked ->
                    watch
                        .history()
                        .view(asked.whole("seconds", SECONDS), asked.whole("points", POINTS)))
            .with(
                QueryParameter.whole("seconds", "Length of the period in seconds.", SECONDS),
                QueryParameter.whole("points", "Maximum number of samples.", POINTS)));
  }

  private StatusView status() throws InterruptedException {
    Metrics metrics = watch.metrics();
    return new StatusView(
        watch.bus(),
        watch.peers().total(),
        metrics == null ? Map.of() : metrics.totals(),
        time.now().toString());
  }
}
