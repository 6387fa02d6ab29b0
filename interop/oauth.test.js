// The official MCP client logs in to a locked bub with OAuth, and a person allows it on the console.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Bub, eventually } from "./bub.js";

const REDIRECT = "http://127.0.0.1:49152/callback";

let bub;
before(async () => {
  bub = await Bub.start();
  await bub.run("token", "create", "--client-id", "me", "--operator");
  await eventually(async () => (await fetch(`${bub.console}/v1/models`)).status === 401);
});
after(() => bub?.close());

/** Keeps what the client learns, and the page to which it sends the person. */
class Login {
  get redirectUrl() {
    return REDIRECT;
  }
  get clientMetadata() {
    return { client_name: "Interop Tool", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client) {
    this.client = client;
  }
  tokens() {
    return this.saved;
  }
  saveTokens(tokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url) {
    this.page = url;
  }
  saveCodeVerifier(verifier) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
}

/** Does what the page of the console does for a person who logs in and presses Allow. */
async function allow(page) {
  assert.equal(page.origin + page.pathname, `${bub.console}/authorize`);
  const link = new URL((await bub.run("console", "login")).trim());
  const headers = { "Content-Type": "application/json", "X-Bub-Console": "1" };
  const send = (path, body, more) =>
    fetch(bub.console + path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const login = await send("/api/login", { code: link.hash.slice(1) });
  const Cookie = login.headers.get("set-cookie").split(";")[0];
  const answer = await send("/oauth/consent", { ...Object.fromEntries(page.searchParams), allow: true }, { Cookie });
  return new URL((await answer.json()).location).searchParams.get("code");
}

test("a client without a token logs in", async () => {
  const login = new Login();
  const transport = () => new StreamableHTTPClientTransport(new URL(`${bub.console}/mcp`), { authProvider: login });
  const first = transport();
  await assert.rejects(new Client({ name: "interop", version: "1" }).connect(first), UnauthorizedError);
  await first.finishAuth(await allow(login.page));

  const client = new Client({ name: "interop", version: "1" });
  await client.connect(transport());
  try {
    const said = await client.callTool({ name: "ask_agent", arguments: { text: "hello there" } });
    assert.match(said.content[0].text, /hello there/);
  } finally {
    await client.close();
  }
  assert.match(await bub.run("token", "list"), /mcp:interop-tool-/);
});

test("a revoked token ends the access", async () => {
  const login = new Login();
  const first = new StreamableHTTPClientTransport(new URL(`${bub.console}/mcp`), { authProvider: login });
  await assert.rejects(new Client({ name: "interop", version: "1" }).connect(first), UnauthorizedError);
  await first.finishAuth(await allow(login.page));
  const ask = () => fetch(`${bub.console}/v1/models`, { headers: { Authorization: `Bearer ${login.saved.access_token}` } });
  assert.equal((await ask()).status, 200);

  const id = login.saved.access_token.split("_")[1];
  await bub.run("token", "revoke", id);
  await eventually(async () => (await ask()).status === 401);
});
