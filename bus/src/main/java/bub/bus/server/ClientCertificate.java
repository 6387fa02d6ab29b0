package bub.bus.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Identity of a client by its certificate: the common name (CN) of its subject. */
final class ClientCertificate {
  private ClientCertificate() {}

  /** Returns null without TLS, without a client certificate, or without a common name. */
  static @Nullable String nameOn(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      return null;
    }
    try {
      Certificate[] chain = tls.engine().getSession().getPeerCertificates();
      return chain[0] instanceof X509Certificate own
          ? commonName(own.getSubjectX500Principal().getName())
          : null;
    } catch (SSLPeerUnverifiedException noneAskedFor) {
      return null;
    }
  }

  /** Returns the most specific common name, which comes first in a distinguished name. */
  static @Nullable String commonName(String subject) {
    try {
      List<Rdn> parts = new LdapName(subject).getRdns().reversed();
      for (Rdn part : parts) {
        Attribute name = part.toAttributes().get("CN");
        if (name != null && name.get() instanceof String text) {
          return text;
        }
      }
      return null;
    } catch (NamingException unreadable) {
      return null;
    }
  }
}
