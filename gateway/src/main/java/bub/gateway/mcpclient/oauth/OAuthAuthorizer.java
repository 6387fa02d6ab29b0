package bub.gateway.mcpclient.oauth;

import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.OAuthGrant.Client;
import bub.gateway.mcpclient.transport.HttpAuthorizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bearer tokens of one remote server, in a file. Refreshes them; with a prompt, it also lets a
 * person log in, and asks for more scopes when the server demands them. Safe for any thread.
 */
public final class OAuthAuthorizer implements HttpAuthorizer {
  private static final Logger LOG = LoggerFactory.getLogger(OAuthAuthorizer.class);
  private static final int UNAUTHORIZED = 401;

  /** Logins of one connection: the first, and a few for more scopes. */
  private static final int MAX_LOGINS = 3;

  private final Remote server;
  private final Path file;
  private final @Nullable AuthorizationPrompt prompt;
  private final OAuthHttp http = new OAuthHttp();
  private final ReentrantLock renewing = new ReentrantLock();
  private volatile @Nullable OAuthGrant grant;
  private int logins;

  /** {@code prompt} is null when nobody is there to log in. */
  public OAuthAuthorizer(Remote server, Path file, @Nullable AuthorizationPrompt prompt) {
    this.server = server;
    this.file = file;
    this.prompt = prompt;
    this.grant = read();
  }

  private @Nullable OAuthGrant read() {
    try {
      return OAuthGrant.read(file);
    } catch (IOException unreadable) {
      LOG.warn("Cannot read {}: {}", file, unreadable.getMessage());
      return null;
    }
  }

  @Override
  public @Nullable String header() {
    OAuthGrant current = grant;
    return current == null ? null : "Bearer " + current.accessToken();
  }

  @Override
  public boolean renew(int status, @Nullable String challenge, @Nullable String used)
      throws IOException, InterruptedException {
    renewing.lockInterruptibly();
    try {
      String now = header();
      if (now != null && !now.equals(used)) {
        return true; // another request renewed it
      }
      BearerChallenge demand = BearerChallenge.read(challenge);
      if (status != UNAUTHORIZED) {
        return demand.isInsufficientScope() && logIn(demand);
      }
      return refresh() || logIn(demand);
    } finally {
      renewing.unlock();
    }
  }

  private boolean refresh() throws InterruptedException {
    OAuthGrant old = grant;
    String token = old == null ? null : old.refreshToken();
    if (old == null || token == null) {
      return false;
    }
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "refresh_token");
    form.put("refresh_token", token);
    form.put("resource", old.resource());
    try {
      Client client = old.client();
      keep(
          OAuthGrant.of(
              client,
              old.tokenEndpoint(),
              old.resource(),
              http.postForm(old.tokenEndpoint(), client.form(form), client.header()),
              token,
              old.scope()));
      return true;
    } catch (IOException refused) {
      LOG.debug("Could not refresh the token of {}: {}", server.url(), refused.getMessage());
      return false;
    }
  }

  private boolean logIn(BearerChallenge demand) throws IOException, InterruptedException {
    if (prompt == null || logins >= MAX_LOGINS) {
      return false;
    }
    logins++;
    AuthorizationServer found =
        new OAuthDiscovery(http).find(server.url(), demand.resourceMetadata());
    OAuthGrant old = grant;
    // A client of an earlier process was registered with another port to return to.
    boolean isOurs = old != null && logins > 1 && old.tokenEndpoint().equals(found.token());
    keep(
        new OAuthLogin(http, prompt, server.client())
            .run(found, scope(demand, found), isOurs && old != null ? old.client() : null));
    return true;
  }

  /** The demand of the server, with the scopes that bub has; otherwise all it supports. */
  private @Nullable String scope(BearerChallenge demand, AuthorizationServer found) {
    String demanded = demand.scope();
    if (demanded == null) {
      return found.scopes().isEmpty() ? null : String.join(" ", found.scopes());
    }
    OAuthGrant old = grant;
    Set<String> scopes = new TreeSet<>(Set.of(demanded.split(" +", -1)));
    if (old != null && old.scope() != null) {
      scopes.addAll(Set.of(old.scope().split(" +", -1)));
    }
    return String.join(" ", scopes).strip();
  }

  private void keep(OAuthGrant fresh) throws IOException {
    grant = fresh;
    fresh.write(file);
  }
}
