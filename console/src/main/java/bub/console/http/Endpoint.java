package bub.console.http;

import bub.json.record.RecordCodec;
import java.util.List;
import java.util.stream.Stream;

/**
 * One thing that can be asked over HTTP: what goes in, what comes out, who may, and who does it.
 * The same records that are read and written describe it in the OpenAPI document.
 *
 * @param path with its parameters in braces
 * @param body {@link Nothing} where there is none
 */
public record Endpoint<B extends Record, A extends Record>(
    Verb verb,
    String path,
    String summary,
    EndpointAccess access,
    List<QueryParameter> params,
    Class<B> body,
    Class<A> answer,
    Work<B, A> work) {

  /** How it is asked. */
  public enum Verb {
    GET,
    POST
  }

  /** A body without anything in it. */
  public record Nothing() {}

  /** Whoever answers; on a virtual thread a request, so it may block. */
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

  /** Adds parameters to those that are there. */
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
