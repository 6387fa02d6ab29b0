package bub.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;

/** Screen size and colour scheme of a visitor. */
enum Look {
  LIGHT(1280, 800, ColorScheme.LIGHT),
  DARK(1280, 800, ColorScheme.DARK),
  PHONE(390, 844, ColorScheme.LIGHT),
  DARK_PHONE(390, 844, ColorScheme.DARK);

  private final int width;
  private final int height;
  private final ColorScheme colours;

  Look(int width, int height, ColorScheme colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
  }

  private boolean isPhone() {
    return width < height;
  }

  NewContextOptions options() {
    return new NewContextOptions()
        .setViewportSize(width, height)
        .setColorScheme(colours)
        .setHasTouch(isPhone())
        .setIsMobile(isPhone())
        .setLocale("en-GB")
        .setTimezoneId("UTC");
  }

  /**
   * Changes size and colours of a page that is open; to feel like a phone it must be opened on one.
   */
  void apply(Page page) {
    page.setViewportSize(width, height);
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(colours));
  }

  /** For the name of a picture. */
  String suffix() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
