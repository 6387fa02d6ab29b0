package bub.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The cluster page. */
class ClusterViewTest {
  private static final String CLUSTER =
      """
      {"clustered":true,"node":"n1","cluster":"prod","nodes":[
        {"name":"n1","version":"0.2.0","protocol":1,"state":"up","interest":12,
         "health":{"name":"n1","answered":true,"uptimeSeconds":9,"peers":3,"inFlight":1,
           "perSecond":4.2,"refusedPerSecond":0,"failedPerSecond":0,"logFailing":false,
           "heapBytes":90000000}},
        {"name":"n2","version":"0.2.0","protocol":1,"state":"up","interest":7,"lagMs":40,"rttMs":1,
         "clockMs":-3600000,
         "health":{"name":"n2","answered":true,"uptimeSeconds":9,"peers":2,"inFlight":0,
           "perSecond":0,"refusedPerSecond":0,"failedPerSecond":0,"logFailing":false,
           "heapBytes":80000000}},
        {"name":"n3","version":"0.2.0","protocol":1,"state":"silent","interest":0}],
       "nats":{"state":"connected","server":"nats://a:4222","version":"2.10.27","quorum":false,
         "since":"2026-02-17T12:00:00Z","reconnects":2}}
      """;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @Test
  void aSingleBusSaysHowToMakeACluster() {
    Page page = stage.visitor().opens("/cluster");

    assertThat(heading(page, "This bus is a single bus")).isVisible();
    assertThat(page.getByText("--cluster nats://")).isVisible();
    assertThat(page).hasTitle(Pattern.compile("Cluster.*"));
    assertThat(page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Cluster")))
        .hasCount(0);
  }

  @Test
  void showsEveryNodeAndWhatIsWrong() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/health");
    page.route(
        "**/api/cluster",
        route ->
            route.fulfill(
                new FulfillOptions().setContentType("application/json").setBody(CLUSTER)));
    page.navigate(page.url().replace("/health", "/cluster"));

    assertThat(page.getByText("1 of 3 nodes are healthy.")).isVisible();
    assertThat(heading(page, "n3")).isVisible();
    assertThat(page.getByText("wrong clock")).isVisible();
    assertThat(page.getByText("1 h behind")).isVisible();
    assertThat(page.getByText("NATS has no quorum.")).isVisible();
    ann.picture("cluster");
  }

  @Test
  void theMapGroupsPeersByNode() {
    Visitor ann = stage.visitor();
    Page page = ann.opens("/health");
    // The stream would replace the peers with those of this bus when one comes or goes.
    page.route(
        "**/api/stream",
        route ->
            route.fulfill(
                new FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody("retry: 3600000\n\n")));
    page.route(
        "**/api/peers",
        route ->
            route.fulfill(
                new FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        "{\"peers\":[%s,%s,%s,%s],\"total\":4}"
                            .formatted(
                                peer("agent:one", "agent", "n1"),
                                peer("agent:two", "agent", "n2"),
                                peer("agent:three", "agent", "n2"),
                                peer("tg:1", "chat", "n1")))));
    page.navigate(page.url().replace("/health", "/map"));

    assertThat(page.getByText("agents · n1")).isVisible();
    assertThat(page.getByText("agents · n2")).isVisible();
    assertThat(page.getByText("chats · n1")).isVisible();
    ann.picture("cluster-map");
    page.navigate(page.url().replace("/map", "/map?as=list"));
    assertThat(page.getByRole(AriaRole.CELL, new GetByRoleOptions().setName("n2").setExact(true)))
        .hasCount(2);
  }

  private static String peer(String name, String role, String node) {
    return """
    {"clientId":"%s","connectionId":"c","dialect":"address","clientName":"test",
     "clientVersion":"1","role":"%s","subscriptions":["%s"],
     "connectedAt":"2026-02-17T12:00:00Z","inFlight":0,"node":"%s"}
    """
        .formatted(name, role, name, node);
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }
}
