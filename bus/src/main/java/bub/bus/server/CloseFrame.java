package bub.bus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Utf8;
import bub.protocol.CloseCodes;

/** Content of a close frame: the code to answer with, and a reason for people. */
record CloseFrame(int answerCode, String reason) {

  static CloseFrame read(byte[] body) {
    if (body.length == 0) {
      return new CloseFrame(CloseCodes.NORMAL, "closed by the peer");
    }
    if (body.length == 1) {
      return new CloseFrame(CloseCodes.PROTOCOL_ERROR, "incomplete close code");
    }
    int code = (body[0] & 0xFF) << 8 | body[1] & 0xFF;
    if (!mayBeSent(code)) {
      return new CloseFrame(CloseCodes.PROTOCOL_ERROR, "invalid close code " + code);
    }
    if (!Utf8.isValid(body, 2, body.length)) {
      return new CloseFrame(CloseCodes.INVALID_TEXT, "invalid UTF-8 in the close reason");
    }
    String said = new String(body, 2, body.length - 2, UTF_8);
    return new CloseFrame(
        code, said.isEmpty() ? "closed by the peer" : "closed by the peer: " + said);
  }

  /** 1004 to 1006 and 1015 are reserved for APIs; other codes below 3000 are unassigned. */
  private static boolean mayBeSent(int code) {
    return code >= 1000 && code <= 1003
        || code >= 1007 && code <= 1014
        || code >= 3000 && code <= 4999;
  }
}
