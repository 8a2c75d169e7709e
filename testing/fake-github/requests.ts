/** @module The requests a fake platform was asked, so that tests can count them, and ways to point at some of them. */

export interface SeenRequest {
  readonly method: string;
  /** Without the base (`/api/v3`) and without the query string. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As sent, names in lower case, without the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; a string where it is not JSON. */
  readonly body: unknown;
  /** The name of the GraphQL operation, or `anonymous`. */
  readonly operation: string | undefined;
  /** The text of the GraphQL query. */
  readonly document: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Login of the account the token belongs to. */
  by: string | undefined;
  /** 0 until answered, and for ever where the connection was cut. */
  status: number;
  /** When it arrived, in milliseconds of the process's own steady clock. */
  readonly at: number;
}

/** Points at requests; every field that is given must fit. */
export interface RequestMatch {
  readonly method?: string;
  /** The whole path as a string, or a pattern for a part of it. */
  readonly path?: string | RegExp;
  /** The operation's name as a string, or a pattern for the query's text. GraphQL only. */
  readonly query?: string | RegExp;
  readonly when?: (request: SeenRequest) => boolean;
}

export function matches(request: SeenRequest, match: RequestMatch): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match.path !== undefined && !fits(request.path, match.path)) return false;
  if (match.query !== undefined) {
    if (request.document === undefined) return false;
    if (typeof match.query === "string" ? request.operation !== match.query : !match.query.test(request.document)) {
      return false;
    }
  }
  return match.when?.(request) ?? true;
}

function fits(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text === wanted : wanted.test(text);
}

/** Reads a request into the form tests look at. `path` is without its base. */
export function seenRequest(request: Request, path: string, bodyText: string): SeenRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) if (name !== "authorization") headers[name] = value;
  const body = parsed(bodyText);
  const graphql = path === "/graphql" && typeof body === "object" && body !== null ? body : {};
  const document = "query" in graphql ? String(graphql.query) : undefined;
  return {
    method: request.method,
    path,
    query: Object.fromEntries(new URL(request.url).searchParams),
    headers,
    body,
    operation: document === undefined ? undefined : operationName(document),
    document,
    variables: "variables" in graphql ? { ...(graphql.variables as object) } : {},
    by: undefined,
    status: 0,
    at: performance.now(),
  };
}

function operationName(document: string): string {
  return /\b(?:query|mutation)\s+(?<name>\w+)/.exec(document)?.groups?.["name"] ?? "anonymous";
}

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One line per request, for messages of failing tests. */
export function describeRequest(request: SeenRequest): string {
  const query = new URLSearchParams(request.query).toString();
  const where =
    request.operation === undefined ? `${request.path}${query === "" ? "" : `?${query}`}` : request.operation;
  return `${request.method} ${where} ${request.status}`;
}
