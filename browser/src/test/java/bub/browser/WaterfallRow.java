package bub.browser;

import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;

/**
 * Row of a waterfall as the page shows it.
 *
 * @param parent position of the row that it is under; -1 for the first one
 * @param left start of its bar, in parts of the time axis
 * @param right end of its bar, in parts of the time axis
 */
record WaterfallRow(
    int level, int parent, String label, String took, double left, double right, boolean failed) {
  private static final String ROWS =
      """
      (grid) => [...grid.querySelectorAll('.rows [role=row]')].map((row) => {
        const text = (part) => row.querySelector(part).textContent.replace(/\\s+/g, ' ').trim();
        const bar = row.querySelector('.bar').getBoundingClientRect();
        const lane = row.querySelector('.lane').getBoundingClientRect();
        return [Number(row.getAttribute('aria-level')), text('.label'), text('.took'),
          (bar.left - lane.left) / lane.width, (bar.right - lane.left) / lane.width,
          row.classList.contains('failed')];
      })
      """;

  @SuppressWarnings("unchecked") // a list of lists is what the script returns
  static List<WaterfallRow> of(Locator waterfall) {
    var rows = new ArrayList<WaterfallRow>();
    var path = new ArrayList<Integer>();
    for (List<Object> cells : (List<List<Object>>) waterfall.evaluate(ROWS)) {
      int level = ((Number) cells.get(0)).intValue();
      while (path.size() >= level) {
        path.removeLast();
      }
      rows.add(
          new WaterfallRow(
              level,
              path.isEmpty() ? -1 : path.getLast(),
              (String) cells.get(1),
              (String) cells.get(2),
              ((Number) cells.get(3)).doubleValue(),
              ((Number) cells.get(4)).doubleValue(),
              (Boolean) cells.get(5)));
      path.add(rows.size() - 1);
    }
    return rows;
  }
}
