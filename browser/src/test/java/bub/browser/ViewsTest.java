package bub.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What every view promises, each at its own address. */
class ViewsTest {
  @SuppressWarnings("unused") // JUnit finds it by its name
  private static final List<String> paths = Views.PATHS;

  @RegisterExtension static final Stage stage = Stage.withBub();

  @ParameterizedTest
  @FieldSource("paths")
  void aViewIsForEverybodyByDayAndByNightAndOnAPhone(String path) {
    Visitor ann = stage.visitor();
    opens(ann, path);
    ann.switchesTo(Look.DARK);
    fits(ann, path);
    Visitor bob = stage.visitor(Look.PHONE);
    opens(bob, path);
    bob.findsItAccessible();
  }

  private static void opens(Visitor visitor, String path) {
    Page page = visitor.opens(path);
    Views.await(page);
    fits(visitor, path);
  }

  private static void fits(Visitor visitor, String path) {
    visitor.picture("view-" + path.substring(1));
    assertThat(overflow(visitor.page())).as("pixels that are wider than the screen").isZero();
  }

  /** How far one would have to scroll sideways, which nobody does. */
  private static int overflow(Page page) {
    return (Integer)
        page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }
}
