package bub.bus.server;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON-RPC texts for tests, written and read without the code under test. */
final class Wire {
  static final String OK_ACK =
      "{\"success\":true,\"message\":\"ok\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}";

  private static final JsonMapper JSON = new JsonMapper();

  private Wire() {}

  static JsonNode read(String text) {
    return JSON.readTree(text);
  }

  static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  static String initialize(String clientId) {
    return request(0, "initialize", "{\"clientId\":\"" + clientId + "\"}");
  }

  static String ping(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}";
  }

  static String send(int id, String from, String to, String text) {
    return request(id, "sendMessage", envelope(from, to, "m" + id, text));
  }

  static String envelope(String from, String to, String messageId, String text) {
    return "{\"from\":\"%s\",\"to\":\"%s\",\"messageId\":\"%s\",\"payload\":{\"type\":\"agent_message\",\"content\":{\"text\":\"%s\"}}}"
        .formatted(from, to, messageId, text);
  }

  static String answer(JsonNode request, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}";
  }

  static int errorCode(String text) {
    JsonNode error = read(text).get("error");
    if (error == null) {
      throw new AssertionError("not an error: " + text);
    }
    return error.get("code").asInt();
  }
}
