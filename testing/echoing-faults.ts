/** @module Answers of a platform, or of something before it, that hold what they were asked with: the token. */

import type { Fault } from "./fake-github/faults.ts";

/** What a platform or something before it may answer with what it was asked with in it, once and without a wait. */
export function echoingFaults(here: string, elsewhere: string): Readonly<Record<string, (token: string) => Fault>> {
  return {
    none: () => ({ times: 0 }),
    ...Object.fromEntries(
      [400, 401, 403, 404, 410, 422, 500].map((status) => [
        String(status),
        (token: string) => ({ status, headers: echoingHeaders(token), body: echo(token) }),
      ]),
    ),
    "a limit": (token) => ({
      status: 403,
      headers: { ...echoingHeaders(token), "retry-after": "3600" },
      body: echo(token),
    }),
    "too many": (token) => ({
      status: 429,
      headers: { ...echoingHeaders(token), "retry-after": "3600" },
      body: echo(token),
    }),
    ...Object.fromEntries(
      [301, 302, 307, 308].map((status) => [
        `a redirect ${status}`,
        (token: string) => ({ status, headers: { location: `${elsewhere}/${encodeURIComponent(token)}` } }),
      ]),
    ),
    "a redirect with a name": (token) => ({
      status: 302,
      headers: { location: here.replace("://", `://x:${encodeURIComponent(token)}@`) },
    }),
    "a redirect here": (token) => ({
      status: 302,
      headers: { location: `${here}/${encodeURIComponent(token)}` },
    }),
    "refused GraphQL": (token) => ({
      status: 200,
      body: { data: null, errors: [{ message: token, type: token, path: [token], extensions: { token } }] },
    }),
    "GraphQL in parts": (token) => ({
      status: 200,
      body: { data: { repository: null }, errors: [{ message: token, type: token, path: ["repository", token] }] },
    }),
    "another form": (token) => ({ status: 200, body: echo(token) }),
    "names of another form": (token) => ({
      status: 200,
      body: { [token]: 1, data: { [token]: { [token]: [] }, repository: { [token]: 1 }, home: { [token]: 1 } } },
    }),
    "pages elsewhere": (token) => ({
      status: 200,
      headers: { link: `<${elsewhere}/${encodeURIComponent(token)}>; rel="next"` },
      body: [],
    }),
    "pages here": (token) => ({
      status: 200,
      headers: { link: `<${here}/${encodeURIComponent(token)}?page=2>; rel="next"` },
      body: [],
    }),
  };
}

function echo(token: string): unknown {
  const authorization = `Bearer ${token}`;
  return {
    message: authorization,
    documentation_url: `https://x.example/?${token}`,
    errors: [{ message: token }],
    authorization,
  };
}

function echoingHeaders(token: string): Record<string, string> {
  const value = token.replaceAll("\n", " ");
  return {
    "x-accepted-github-permissions": value,
    "x-oauth-scopes": value,
    "x-github-request-id": value,
    "www-authenticate": `Bearer ${value}`,
  };
}
