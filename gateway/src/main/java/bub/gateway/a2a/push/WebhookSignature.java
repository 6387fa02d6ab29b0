package bub.gateway.a2a.push;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.store.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proof for a webhook that a notification comes from this bub: HMAC-SHA256 of time and body. */
final class WebhookSignature {
  static final String HEADER = "X-Bub-Signature";
  private static final int SECRET_BYTES = 32;

  private final byte[] secret;

  private WebhookSignature(byte[] secret) {
    this.secret = secret;
  }

  /** Reads the secret from its file, or creates it. */
  static WebhookSignature open(Path file) throws IOException {
    PrivateFile.create(file);
    String text = Files.readString(file, US_ASCII).strip();
    if (text.isEmpty()) {
      byte[] random = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(random);
      text = HexFormat.of().formatHex(random);
      Files.writeString(file, text + "\n", US_ASCII);
    }
    return new WebhookSignature(text.getBytes(US_ASCII));
  }

  /** Value of the header: {@code t=SECONDS,v1=HEX}, where HEX is over {@code SECONDS.BODY}. */
  String of(byte[] body, Instant now) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update((now.getEpochSecond() + ".").getBytes(US_ASCII));
      byte[] hash = mac.doFinal(body);
      return "t=" + now.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
