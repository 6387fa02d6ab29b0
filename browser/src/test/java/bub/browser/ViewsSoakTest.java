package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Guarantees of every view at its own URL. */
@Tag("soak")
class ViewsSoakTest {
  @SuppressWarnings("unused") // JUnit finds it by its name
  private static final List<String> paths = Views.PATHS;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @ParameterizedTest
  @FieldSource("paths")
  void aViewIsForPhonesTooByDayAndByNight(String path) {
    Visitor ann = stage.visitor(Look.PHONE);
    Page page = ann.opens(path);
    Views.await(page);
    ann.picture("view-" + path.substring(1));
    ann.findsItAccessible();
    assertThat(overflow(page)).as("pixels that are wider than the screen").isZero();
    ann.switchesTo(Look.DARK_PHONE);
    ann.picture("view-" + path.substring(1));
  }

  /** How far one would have to scroll sideways, which nobody does. */
  private static int overflow(Page page) {
    return (Integer)
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }
}
