package bub.gateway.mcp;

import bub.json.Fields;
import org.jspecify.annotations.Nullable;

/** Outputs of the fixture that are the same for every call. */
final class FixtureContent {
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
  private static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
  private static final String IMAGE =
      "{\"type\":\"image\",\"data\":\"" + PNG + "\",\"mimeType\":\"image/png\"}";

  private FixtureContent() {}

  /** Null when the fixture has nothing special to say. */
  static @Nullable String of(String name, Fields input) {
    return switch (name) {
      case "test_simple_text" -> content(text("This is a simple text response for testing."));
      case "test_image_content" -> content(IMAGE);
      case "test_audio_content" ->
          content("{\"type\":\"audio\",\"data\":\"" + WAV + "\",\"mimeType\":\"audio/wav\"}");
      case "test_embedded_resource" ->
          content(
              resource(
                  "test://embedded-resource",
                  "text/plain",
                  "This is an embedded resource content."));
      case "test_multiple_content_types" ->
          content(
              text("Multiple content types test:")
                  + ","
                  + IMAGE
                  + ","
                  + resource(
                      "test://mixed-content-resource",
                      "application/json",
                      "{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}"));
      case "static_text" -> "{\"text\":\"This is the content of the static text resource.\"}";
      case "static_binary" -> "{\"blob\":\"" + PNG + "\"}";
      case "watched" -> "{\"text\":\"Watched resource content\"}";
      case "template_data" -> {
        String id = input.string("id");
        yield "{\"id\":\"" + id + "\",\"templateTest\":true,\"data\":\"Data for ID: " + id + "\"}";
      }
      case "test_prompt_with_embedded_resource" ->
          messages(
              message(
                  resource(
                      input.string("resourceUri"),
                      "text/plain",
                      "Embedded resource content for testing.")),
              message(text("Please process the embedded resource above.")));
      case "test_prompt_with_image" ->
          messages(message(IMAGE), message(text("Please analyze the image above.")));
      case "test_input_required_result_prompt" -> messages(message(text("Use the given context.")));
      default -> null;
    };
  }

  private static String content(String blocks) {
    return "{\"content\":[" + blocks + "]}";
  }

  private static String messages(String first, String... more) {
    return "{\"messages\":["
        + first
        + (more.length == 0 ? "" : "," + String.join(",", more))
        + "]}";
  }

  private static String message(String content) {
    return "{\"role\":\"user\",\"content\":" + content + "}";
  }

  private static String text(String text) {
    return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
  }

  private static String resource(String uri, String type, String text) {
    return "{\"type\":\"resource\",\"resource\":{\"uri\":\"%s\",\"mimeType\":\"%s\",\"text\":\"%s\"}}"
        .formatted(uri, type, text);
  }
}
