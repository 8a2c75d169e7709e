/** @module Where a GitHub server answers: REST and GraphQL addresses from its web address (github.com, ghe.com, Enterprise Server). */

export interface BaseUrls {
  /** Host of the web pages, as addresses in text and `facts.host` name it. */
  readonly host: string;
  /** REST base without a final slash. */
  readonly rest: string;
  readonly graphql: string;
}

/** An address that cannot be used; its text says which and why. */
export class BaseUrlError extends Error {
  override readonly name = "BaseUrlError";
}

const dotCom = "github.com";

function readAddress(value: string, what: string): URL {
  const text = value.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new BaseUrlError(`${what} must be an address that begins with https://.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new BaseUrlError(`${what} must not hold a name or password. Give the token in GITHUB_TOKEN.`);
  }
  if (url.search !== "" || url.hash !== "") throw new BaseUrlError(`${what} must not hold a query or a fragment.`);
  // A token must not cross a network in the clear; the machine itself is none.
  const isHere = url.hostname === "localhost" || url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  if (url.protocol === "http:" && !isHere) throw new BaseUrlError(`${what} must use https.`);
  return url;
}

function withoutSlash(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/{1,64}$/, "")}`;
}

/** The web host behind an API address: `api.github.com` is `github.com`, an Enterprise Server answers on its own host. */
function webHostOf(api: URL): string {
  return api.host.startsWith("api.") && !api.pathname.startsWith("/api/") ? api.host.slice("api.".length) : api.host;
}

function fromServer(address: string): BaseUrls {
  const url = readAddress(address.includes("://") ? address : `https://${address}`, "the server");
  if (url.pathname !== "/") throw new BaseUrlError("the server must be a host without a path.");
  const host = url.host.replace(/^www\./, "");
  if (host === dotCom || host.endsWith(".ghe.com")) {
    const rest = `https://${host.startsWith("api.") ? host : `api.${host}`}`;
    return { host: host.replace(/^api\./, ""), rest, graphql: `${rest}/graphql` };
  }
  return { host, rest: `${url.origin}/api/v3`, graphql: `${url.origin}/api/graphql` };
}

function fromApi(api: string, graphql: string | undefined, server: string | undefined): BaseUrls {
  const url = readAddress(api, "GITHUB_API_URL");
  const rest = withoutSlash(url);
  const host = server === undefined ? webHostOf(url) : fromServer(server).host;
  if (graphql === undefined || graphql.trim() === "") {
    return { host, rest, graphql: rest.endsWith("/api/v3") ? `${rest.slice(0, -3)}/graphql` : `${rest}/graphql` };
  }
  const other = readAddress(graphql, "GITHUB_GRAPHQL_URL");
  if (other.origin !== url.origin) {
    throw new BaseUrlError("GITHUB_API_URL and GITHUB_GRAPHQL_URL must be the same server.");
  }
  return { host, rest, graphql: withoutSlash(other) };
}

/**
 * The addresses to ask (GitHub, section 1). A server that is named wins over the environment; there `GITHUB_API_URL` and
 * `GITHUB_GRAPHQL_URL` win over `GITHUB_SERVER_URL`, which then only names the pages. `GITHUB_URL` is never read, and no other host is ever asked (H9).
 *
 * @throws BaseUrlError when an address cannot be used.
 */
export function baseUrls(options: {
  /** Host or web address, as `--host` gives it. */
  readonly server?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}): BaseUrls {
  if (options.server !== undefined) return fromServer(options.server);
  const { GITHUB_API_URL: api, GITHUB_GRAPHQL_URL: graphql, GITHUB_SERVER_URL: given } = options.env ?? {};
  const server = given === undefined || given.trim() === "" ? undefined : given;
  if (api !== undefined && api.trim() !== "") return fromApi(api, graphql, server);
  return fromServer(server ?? `https://${dotCom}`);
}

/** Whether an address belongs to the server that was configured; a token is sent nowhere else. */
export function isOwnAddress(urls: BaseUrls, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return false;
  const rest = new URL(urls.rest);
  if (url.origin !== rest.origin) return false;
  const path = rest.pathname.replace(/\/$/, "");
  return url.pathname === path || url.pathname.startsWith(`${path}/`) || url.href === urls.graphql;
}
