package bub.checks.attack;

import static bub.checks.attack.Frames.MEBIBYTE;

import bub.testkit.RawFrame;
import bub.testkit.RawWebSocket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Attacks by connections that never complete {@code initialize}. None of them needs a token. */
final class ConnectionAttacks {
  private ConnectionAttacks() {}

  /** The shapes that are best known. */
  static List<Attack> common() {
    return List.of(unfinishedFrames(), firstBytes(), idleConnections(), pings());
  }

  /** Less obvious shapes. */
  static List<Attack> others() {
    return List.of(
        unfinishedMessages(),
        longBearerTokens(),
        unfinishedRequests(),
        singlePings(),
        echoedErrors());
  }

  static Attack unfinishedFrames() {
    byte[] frame = Frames.unfinished(MEBIBYTE, 100 * 1024);
    return Attack.of(
        "1,200 frames of 1 MiB stop after 100 KiB",
        3,
        attackers -> attackers.start(1_200, (connection, _) -> connection.sendBytes(frame)));
  }

  static Attack firstBytes() {
    byte[] frame = Frames.unfinished(MEBIBYTE, 1);
    return Attack.of(
        "13,000 frames of 1 MiB stop after one byte",
        4,
        attackers -> attackers.start(13_000, (connection, _) -> connection.sendBytes(frame)));
  }

  /** Every frame is complete, so a deadline for frames does not end these. */
  static Attack unfinishedMessages() {
    byte[] first = RawFrame.of(RawFrame.TEXT, new byte[32 * 1024]).unfinished().bytes();
    byte[] more = RawFrame.of(RawFrame.CONTINUATION, new byte[32 * 1024]).unfinished().bytes();
    return Attack.of(
        "600 messages grow by complete fragments and never end",
        2,
        attackers ->
            attackers.start(
                600,
                (connection, _) -> {
                  connection.sendBytes(first);
                  for (int i = 0; i < 20; i++) {
                    connection.sendBytes(more);
                  }
                }));
  }

  static Attack idleConnections() {
    return Attack.of(
        "6,000 connections never send initialize",
        2,
        attackers -> attackers.start(6_000, (_, _) -> {}));
  }

  /** A token that is presented with the upgrade may be needed until {@code initialize}. */
  static Attack longBearerTokens() {
    String header = "Authorization: Bearer " + Frames.filler(7_800);
    return Attack.of(
        "6,000 connections present a bearer token of 7,800 characters",
        3,
        attackers ->
            attackers.startRaw(
                6_000,
                (socket, _) -> {
                  socket.send(RawWebSocket.request("/", header));
                  socket.readHead();
                }));
  }

  static Attack unfinishedRequests() {
    String request =
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000\r\nX-Filler: "
            + Frames.filler(7_800)
            + "\r\n\r\n"
            + Frames.filler(15_000);
    return Attack.of(
        "13,000 HTTP requests stop in the middle of a body",
        4,
        attackers -> attackers.startRaw(13_000, (socket, _) -> socket.send(request)));
  }

  static Attack pings() {
    byte[] pings = Frames.repeated(RawFrame.ping(Frames.filler(125)).bytes(), 100);
    return Attack.of(
        "100 connections send pings and do not read the pongs",
        1,
        attackers ->
            attackers.start(100, (connection, _) -> Frames.flood(attackers, connection, pings)));
  }

  /** Pongs that are written one by one must not cost a buffer each. */
  static Attack singlePings() {
    byte[] ping = RawFrame.ping("").bytes();
    return Attack.of(
        "300 connections send pings one by one and do not read the pongs",
        1,
        attackers ->
            attackers.start(300, (connection, _) -> Frames.flood(attackers, connection, ping)));
  }

  static Attack echoedErrors() {
    byte[] frame = Frames.text("{\"jsonrpc\":\"2.0\",\"" + Frames.filler(MEBIBYTE - 100) + "\":1}");
    return Attack.of(
        "40 connections send field names of 1 MiB and do not read the errors",
        1,
        attackers ->
            attackers.start(40, (connection, _) -> Frames.flood(attackers, connection, frame)));
  }

  /** The bus answers a ClientHello with keys and certificates, and waits for the rest. */
  static Attack halfHandshakes() {
    byte[] hello = clientHello();
    return Attack.of(
        "3,000 TLS handshakes stop after the ClientHello",
        2,
        attackers -> attackers.startRaw(3_000, (socket, _) -> socket.send(hello)));
  }

  private static byte[] clientHello() {
    try {
      SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 443);
      engine.setUseClientMode(true);
      ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(ByteBuffer.allocate(0), hello);
      return Arrays.copyOf(hello.array(), hello.position());
    } catch (GeneralSecurityException | SSLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
