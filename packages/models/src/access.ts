/** @module Where a provider is and with which key, or why it cannot be asked. Keys come from the environment alone. */

import type { Failure } from "@warrant/kernel/card/failure";
import type { ModelSettings } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Access {
  readonly provider: ModelSettings["provider"];
  /** With its version path and without a final slash. */
  readonly baseUrl: string;
  /** Null for a server on this machine that takes none. */
  readonly key: { readonly kind: "api-key" | "bearer"; readonly value: string } | null;
}

export type AccessReading =
  | { readonly ok: true; readonly access: Access }
  | { readonly ok: false; readonly failure: Failure };

function isLoopback(url: URL): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
}

function failed(code: Failure["code"], detail?: string): AccessReading {
  return { ok: false, failure: detail === undefined ? { code } : { code, detail } };
}

function set(value: string | undefined): string | null {
  return value === undefined || value.trim() === "" ? null : value.trim();
}

function keyOf(provider: ModelSettings["provider"], environment: Environment): Access["key"] {
  if (provider === "anthropic") {
    const key = set(environment["ANTHROPIC_API_KEY"]);
    if (key !== null) return { kind: "api-key", value: key };
    const token = set(environment["ANTHROPIC_AUTH_TOKEN"]);
    return token === null ? null : { kind: "bearer", value: token };
  }
  const key = set(environment["WARRANT_MODEL_API_KEY"]) ?? set(environment["OPENAI_API_KEY"]);
  return key === null ? null : { kind: "bearer", value: key };
}

/** Reads the access to the configured provider. `https` only, except to this machine; no name or password in the address. */
export function readAccess(settings: ModelSettings, environment: Environment): AccessReading {
  const { provider } = settings;
  const own = provider === "anthropic" ? environment["ANTHROPIC_BASE_URL"] : environment["WARRANT_MODEL_BASE_URL"];
  const standard = provider === "anthropic" ? "https://api.anthropic.com" : settings.baseUrl;
  const address = set(own) ?? standard;
  if (address === null)
    return failed("no_model", "The address of the provider is not set: WARRANT_MODEL_BASE_URL or `card.base_url`.");
  if (!URL.canParse(address)) return failed("unreachable", "The address of the provider is not a URL.");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    return failed("unreachable", "The address of the provider holds a key or name.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    return failed("unreachable", "The address of the provider is not https.");
  const key = keyOf(provider, environment);
  if (key === null && !(provider === "openai-compatible" && isLoopback(url))) return failed("no_key");
  const path = url.pathname.replace(/\/+$/, "");
  // People give Anthropic's address without its version path, as its own programs take it.
  const version = provider === "anthropic" && !path.endsWith("/v1") ? "/v1" : "";
  return { ok: true, access: { provider, baseUrl: `${url.origin}${path}${version}`, key } };
}
