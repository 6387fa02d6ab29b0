package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.console.http.ApiRefusal;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.CostViews.CostReport;
import bub.jsonrpc.RpcException;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.BudgetStatus;
import bub.protocol.budget.UsageReport;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** HTTP API of costs, from the ledger of the system agent. */
public final class CostApi {
  private static final QueryParameter.Range DAYS = new QueryParameter.Range(1, 90, 7);
  private static final int MOST_PAGES = 50;
  // A long period takes many queries of the ledger, which agents also need for their calls.
  private static final int AT_ONCE = 2;
  private static final int TIMEOUT_SECONDS = 5;

  private final LedgerQueries ledger;
  private final TimeSource time;
  private final Semaphore reports = new Semaphore(AT_ONCE);

  public CostApi(BusClient client, TimeSource time) {
    this.ledger = new LedgerQueries(client);
    this.time = time;
  }

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
                "/api/costs",
                "Returns the use of models per agent, chat and day, and the budgets.",
                CostReport.class,
                asked -> slowly(asked.whole("days", DAYS)))
            .with(QueryParameter.whole("days", "Number of days up to today.", DAYS)));
  }

  private CostReport slowly(int days)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!reports.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw ApiRefusal.busy("too many costs are added up at once");
    }
    try {
      return report(days);
    } finally {
      reports.release();
    }
  }

  private CostReport report(int days)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    LocalDate today = LocalDate.ofInstant(time.now(), ZoneId.systemDefault());
    LocalDate since = today.minusDays(days - 1L);
    var sums = new UsageSums(since, today);
    BudgetStatus status = ledger.ask(new BudgetRequest.Query(), BudgetStatus::read);
    if (status == null) {
      return view(since, sums, false, true, new BudgetStatus(List.of(), List.of()));
    }
    return view(since, sums, true, addAll(since, sums), status);
  }

  /** Returns false when the period has too many entries to read. */
  private boolean addAll(LocalDate since, UsageSums sums)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    long read = 0;
    for (int i = 0; i < MOST_PAGES; i++) {
      UsageReport page = ledger.ask(new BudgetRequest.Report(since, read), UsageReport::read);
      if (page == null) {
        throw ApiRefusal.busy("the system agent has just left the bus");
      }
      page.rows().forEach(sums::add);
      read += page.rows().size();
      if (!page.hasMore() || page.rows().isEmpty()) {
        return true;
      }
      if (i == MOST_PAGES - 1) {
        sums.endAt(page.rows().getLast().day());
      }
    }
    return false;
  }

  private static CostReport view(
      LocalDate since, UsageSums sums, boolean hasLedger, boolean isComplete, BudgetStatus status) {
    return new CostReport(
        hasLedger,
        since.toString(),
        sums.until().toString(),
        isComplete,
        sums.total(),
        sums.agents(),
        sums.chats(),
        sums.days(),
        BudgetMapper.view(status));
  }
}
