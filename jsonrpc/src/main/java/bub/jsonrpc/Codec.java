package bub.jsonrpc;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Incoming.Malformed;
import bub.jsonrpc.Incoming.MalformedAnswer;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import bub.jsonrpc.Message.Response;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strict decoder of JSON-RPC 2.0 texts. It never throws: every input yields a value. */
public final class Codec {
  private static final List<String> MEMBERS =
      List.of("jsonrpc", "id", "method", "params", "result", "error");

  private final int maxDepth;
  private final int maxBatch;

  public Codec(int maxDepth, int maxBatch) {
    this.maxDepth = maxDepth;
    this.maxBatch = maxBatch;
  }

  public static Codec standard() {
    return new Codec(RawJson.DEFAULT_DEPTH, 100);
  }

  /** Decodes one text. The caller must not change the array afterwards. */
  public Incoming decode(byte[] text) {
    RawJson json;
    try {
      json = RawJson.parse(text, maxDepth);
    } catch (InvalidJson invalid) {
      return switch (invalid.flaw()) {
        case SYNTAX -> malformed(RpcError.parseError(problem(invalid)));
        case TOO_DEEP -> malformed(RpcError.invalidRequest(problem(invalid)));
      };
    }
    return json.isArray() ? batch(json.elements(maxBatch + 1)) : single(json);
  }

  private Incoming batch(List<RawJson> elements) {
    if (elements.isEmpty()) {
      return malformed(RpcError.invalidRequest("the batch is empty"));
    }
    if (elements.size() > maxBatch) {
      return malformed(
          RpcError.invalidRequest("the batch has more than " + maxBatch + " messages")
              .because("batch_too_large"));
    }
    var entries = new ArrayList<Incoming>(elements.size());
    for (RawJson element : elements) {
      entries.add(single(element));
    }
    return new Batch(entries);
  }

  private static Incoming single(RawJson json) {
    if (!json.isObject()) {
      return malformed(RpcError.invalidRequest("a message must be an object"));
    }
    try {
      Fields fields = Fields.of(json, MEMBERS);
      RawJson token = fields.find("id");
      if (token != null && !RequestId.isValid(token)) {
        throw new InvalidField("id", RequestId.problemWith(token));
      }
      if (!fields.require("jsonrpc").isPlainly("2.0") && !fields.string("jsonrpc").equals("2.0")) {
        throw new InvalidField("jsonrpc", "must be \"2.0\"");
      }
      RawJson result = fields.find("result");
      RawJson error = fields.find("error");
      if (result != null || error != null) {
        return answer(token, result, error, fields);
      }
      return call(token, fields);
    } catch (InvalidField invalid) {
      return refused(json.fields(), problem(invalid));
    }
  }

  /** Never answers an invalid answer: its id is our own, and the other side may use the same id. */
  private static Incoming refused(Fields fields, String problem) {
    RequestId id = idIn(fields);
    return isAnswer(fields)
        ? new MalformedAnswer(id, problem)
        : new Malformed(id, RpcError.invalidRequest(problem));
  }

  private static RequestId idIn(Fields fields) {
    try {
      RawJson token = fields.find("id");
      return token != null && RequestId.isValid(token) ? new RequestId(token) : RequestId.NULL;
    } catch (InvalidField ambiguous) {
      return RequestId.NULL;
    }
  }

  private static boolean isAnswer(Fields fields) {
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
      if (name.equals("result") || name.equals("error")) {
        return true;
      }
    }
    return false;
  }

  private static Incoming call(@Nullable RawJson id, Fields fields) {
    String method = fields.string("method");
    RawJson params = fields.find("params");
    if (params != null && !params.isObject() && !params.isArray()) {
      throw new InvalidField("params", "must be an object or an array");
    }
    return id == null
        ? new Notification(method, params)
        : new Request(RequestId.in(id), method, params);
  }

  private static Incoming answer(
      @Nullable RawJson token, @Nullable RawJson result, @Nullable RawJson error, Fields fields) {
    if (token == null) {
      return new MalformedAnswer(RequestId.NULL, "id: is missing");
    }
    var id = new RequestId(token);
    if (fields.find("method") != null) {
      return new MalformedAnswer(id, "method: must be absent in an answer");
    }
    if (error == null) {
      return new Response(id, fields.require("result"));
    }
    if (result != null) {
      return new MalformedAnswer(id, "has both result and error");
    }
    if (!error.isObject()) {
      return new MalformedAnswer(id, "error: must be an object");
    }
    try {
      return new Failure(id, error(error.fields()));
    } catch (InvalidField invalid) {
      return new MalformedAnswer(id, "error." + problem(invalid));
    }
  }

  private static RpcError error(Fields fields) {
    RawJson code = fields.require("code");
    long number = code.asLong(Long.MAX_VALUE);
    if (number != (int) number) {
      throw new InvalidField("code", "must be an integer");
    }
    return new RpcError((int) number, fields.string("message"), fields.find("data"));
  }

  private static Malformed malformed(RpcError error) {
    return new Malformed(RequestId.NULL, error);
  }

  private static String problem(Exception invalid) {
    String message = invalid.getMessage();
    return message == null ? "malformed" : message;
  }
}
