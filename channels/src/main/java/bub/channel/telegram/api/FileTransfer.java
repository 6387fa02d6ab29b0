package bub.channel.telegram.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.telegram.api.ApiOutcome.Ok;
import bub.channel.telegram.api.ApiOutcome.Refused;
import bub.channel.telegram.api.ApiOutcome.Retry;
import bub.json.RawJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;

/** Upload and download of files as streams, which never holds a whole file in memory. */
final class FileTransfer {
  private final BotHttpClient wire;
  private final ApiLimits limits;

  FileTransfer(BotHttpClient wire, ApiLimits limits) {
    this.wire = wire;
    this.limits = limits;
  }

  ApiOutcome<RawJson> upload(
      String method, Map<String, String> fields, String field, String name, Path file)
      throws InterruptedException {
    String boundary = "bub-" + UUID.randomUUID();
    var head = new StringBuilder();
    fields.forEach(
        (key, value) ->
            head.append(opening(boundary, key)).append("\r\n\r\n").append(value).append("\r\n"));
    head.append(opening(boundary, field)).append("; filename=\"").append(harmless(name));
    head.append("\"\r\nContent-Type: application/octet-stream\r\n\r\n");
    try {
      BodyPublisher form =
          BodyPublishers.concat(
              BodyPublishers.ofString(head.toString(), UTF_8),
              BodyPublishers.ofFile(file),
              BodyPublishers.ofString("\r\n--" + boundary + "--\r\n", UTF_8));
      return wire.post(
          method, "multipart/form-data; boundary=" + boundary, form, limits.transfer());
    } catch (FileNotFoundException gone) {
      return new Refused<>(400, "the file cannot be read", TelegramRefusal.OTHER, null);
    }
  }

  private static String opening(String boundary, String field) {
    return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field + "\"";
  }

  /** Removes characters that could end the quotes around the name. */
  private static String harmless(String name) {
    return name.replaceAll("[\\p{Cntrl}\"\\\\]", "_");
  }

  ApiOutcome<Long> download(RemoteFile file, String path, Path target, long maxBytes)
      throws InterruptedException {
    try {
      Files.createFile(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException exists) {
      throw new IllegalArgumentException("the file already exists: " + target, exists);
    } catch (IOException noPlace) {
      return new Retry<>(ResponseReader.SOON, "cannot write the file: " + noPlace);
    }
    ApiOutcome<Long> outcome = new Retry<>(ResponseReader.SOON, "the download did not finish");
    try {
      outcome =
          wire.get(path, into(target, maxBytes), response -> finished(file, response, target));
    } catch (CappedBody.TooLarge _) {
      return ResponseReader.tooBig(maxBytes);
    } finally {
      if (!(outcome instanceof Ok<Long>)) {
        discard(target);
      }
    }
    return outcome;
  }

  private BodyHandler<byte[]> into(Path target, long maxBytes) {
    return info -> {
      if (info.statusCode() != 200) {
        return new CappedBody<>(BodySubscribers.ofByteArray(), limits.answerBytes());
      }
      boolean saysTooMuch = info.headers().firstValueAsLong("content-length").orElse(0) > maxBytes;
      // No CREATE: a file that is deleted during the download must not come back.
      var written = BodySubscribers.ofFile(target, StandardOpenOption.WRITE);
      return new CappedBody<>(
          BodySubscribers.mapping(written, _ -> new byte[0]), saysTooMuch ? 0 : maxBytes);
    };
  }

  private static ApiOutcome<Long> finished(
      RemoteFile file, HttpResponse<byte[]> response, Path target) {
    if (response.statusCode() != 200) {
      return notThere(ResponseReader.of(response.statusCode(), response.body()));
    }
    long size = size(target);
    return file.size() == null || file.size() == size
        ? new Ok<>(size)
        : new Retry<>(
            ResponseReader.SOON, "the file has " + size + " bytes but should have " + file.size());
  }

  /** A missing file does not mean a bad token. */
  private static ApiOutcome<Long> notThere(ApiOutcome<RawJson> outcome) {
    return switch (outcome) {
      case Ok<RawJson> _ -> new Retry<>(ResponseReader.SOON, "the server did not send a file");
      case Retry<RawJson>(var after, String why) -> new Retry<>(after, why);
      case Refused<RawJson> refused ->
          new Refused<>(
              refused.code(),
              refused.description(),
              refused.code() == 404 ? TelegramRefusal.OTHER : refused.kind(),
              null);
    };
  }

  private static long size(Path target) {
    try {
      return Files.size(target);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void discard(Path target) {
    try {
      Files.deleteIfExists(target);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
