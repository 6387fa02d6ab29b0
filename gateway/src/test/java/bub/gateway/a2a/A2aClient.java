package bub.gateway.a2a;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Program that speaks both bindings of A2A. */
final class A2aClient {
  private final DoorScene scene;
  private final Http http;
  private final String place;

  A2aClient(DoorScene scene, Http http, String place) {
    this.scene = scene;
    this.http = http.with("A2A-Version", "1.0");
    this.place = place;
  }

  URI url(String rest) {
    return scene.url(place + rest);
  }

  static String text(String text, String more) {
    return "{\"message\":{\"messageId\":\"m-1\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":%s}]%s}}"
        .formatted(new JsonWriter().value(text).toString(), more);
  }

  static String data(String data, String more) {
    return "{\"message\":{\"messageId\":\"m-1\",\"role\":\"ROLE_USER\",\"parts\":[{\"data\":%s}]%s}}"
        .formatted(data, more);
  }

  Fields call(String method, String params) throws Exception {
    String request =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
    return http.post(url(""), request).fields();
  }

  Fields result(String method, String params) throws Exception {
    Fields answer = call(method, params);
    RawJson result = answer.find("result");
    if (result == null) {
      throw new AssertionError(method + " failed: " + answer.find("error"));
    }
    return result.fields();
  }

  /** The task that a message made. */
  Fields task(String params) throws Exception {
    return result("SendMessage", params).object("task").fields();
  }

  Fields error(String method, String params) throws Exception {
    return call(method, params).object("error").fields();
  }

  static String state(Fields task) {
    return task.object("status").fields().string("state");
  }

  static String statusText(Fields task) {
    return firstPart(task.object("status").fields().object("message")).string("text");
  }

  static Fields firstPart(RawJson holder) {
    return holder.fields().require("parts").elements().getFirst().fields();
  }

  static Fields artifact(Fields task) {
    return firstPart(task.require("artifacts").elements().getFirst());
  }

  Stream stream(String params) throws Exception {
    return new Stream(http.stream(url("/message:stream"), params));
  }

  Stream subscribe(String task) throws Exception {
    return new Stream(http.stream(url("/tasks/" + task + ":subscribe"), "{}"));
  }

  /** Events of one stream. */
  static final class Stream {
    private final BufferedReader lines;

    Stream(HttpResponse<InputStream> response) {
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    Fields next() throws Exception {
      Fields event = read();
      if (event == null) {
        throw new AssertionError("the stream has ended");
      }
      return event;
    }

    boolean hasEnded() throws Exception {
      return read() == null;
    }

    private @Nullable Fields read() throws Exception {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          return RawJson.parse(line.substring(6)).fields();
        }
      }
      return null;
    }
  }
}
