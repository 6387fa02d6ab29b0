package bub.console.http;

import bub.json.record.RecordCodec;
import java.util.List;
import java.util.stream.Stream;

/** One endpoint of the HTTP API, as it runs and as the OpenAPI document describes it. */
public record Endpoint<B extends Record, A extends Record>(
    Verb verb,
    String path,
    String summary,
    EndpointAccess access,
    List<QueryParameter> params,
    Class<B> body,
    Class<A> answer,
    Work<B, A> work) {

  public enum Verb {
    GET,
    POST
  }

  public record Nothing() {}

  /** Handler of an endpoint, on one virtual thread per request, so it may block. */
  @FunctionalInterface
  public interface Work<B extends Record, A extends Record> {
    A answer(ApiRequest<B> request) throws Exception;
  }

  public static <A extends Record> Endpoint<Nothing, A> get(
      String path, String summary, Class<A> answer, Work<Nothing, A> work) {
    return new Endpoint<>(
        Verb.GET, path, summary, EndpointAccess.VIEWERS, List.of(), Nothing.class, answer, work);
  }

  public static <B extends Record, A extends Record> Endpoint<B, A> post(
      String path, String summary, Class<B> body, Class<A> answer, Work<B, A> work) {
    return new Endpoint<>(
        Verb.POST, path, summary, EndpointAccess.OPERATORS, List.of(), body, answer, work);
  }

  public Endpoint<B, A> forEverybody() {
    return new Endpoint<>(
        verb, path, summary, EndpointAccess.EVERYBODY, params, body, answer, work);
  }

  public Endpoint<B, A> with(QueryParameter... parameters) {
    List<QueryParameter> all = Stream.concat(params.stream(), Stream.of(parameters)).toList();
    return new Endpoint<>(verb, path, summary, access, all, body, answer, work);
  }

  boolean hasBody() {
    return verb == Verb.POST;
  }

  RecordCodec<B> bodyCodec() {
    return RecordCodec.of(body);
  }
}
