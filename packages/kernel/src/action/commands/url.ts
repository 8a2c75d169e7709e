/** @module The parts of an address that decide what contacting it means: its host, and whether that is this machine. */

export interface Address {
  readonly scheme: string;
  /** Host and port, in small letters. */
  readonly host: string;
  readonly path: string;
  readonly hasCredentials: boolean;
  readonly isLoopback: boolean;
  /** An address where a cloud hands out credentials, or one that only this network has. */
  readonly isMetadata: boolean;
}

const shape = /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/{0,3})?(?<rest>.*)$/is;

/** An IPv4 address of any spelling that programs take: dotted, short, decimal, hexadecimal, octal; null for a name. */
function ipv4(host: string): number | null {
  const parts = host.split(".");
  if (parts.length > 4 || parts.length === 0) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    if (!/^(?:0x[0-9a-f]+|[0-9]+)$/i.test(part)) return null;
    numbers.push(/^0[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number(part));
  }
  const last = numbers.pop() ?? 0;
  let value = 0;
  for (const number of numbers) {
    if (number > 255) return null;
    value = value * 256 + number;
  }
  return value * 256 ** (4 - numbers.length) + last;
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || host === "0.0.0.0" || host === "::";
}

const metadataNames = new Set([
  "metadata.google.internal",
  "metadata",
  "metadata.azure.internal",
  "instance-data",
  "fd00:ec2::254",
]);

/** Reads an address; null when it names no host. A name without a scheme is a host, as programs take it. */
export function readUrl(text: string): Address | null {
  const found = shape.exec(text)?.groups;
  const written = found?.["rest"] ?? "";
  const isPort = found?.["scheme"] !== undefined && /^[0-9]+(?:\/|$)/.test(written) && !text.includes("://");
  const scheme = isPort ? "http" : (found?.["scheme"] ?? "http").toLowerCase();
  const rest = isPort ? text : written;
  if (scheme === "file")
    return {
      scheme,
      host: "",
      path: `/${rest.replace(/^\/+/, "")}`,
      hasCredentials: false,
      isLoopback: false,
      isMetadata: false,
    };
  const end = rest.search(/[/?#\\]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const at = authority.lastIndexOf("@");
  const place = authority.slice(at + 1).toLowerCase();
  const bracket = /^\[(?<name>[^\]]*)\](?<port>:[0-9]+)?$/.exec(place)?.groups;
  const name = (bracket?.["name"] ?? place.replace(/:[0-9]*$/, "")).replace(/\.$/, "");
  if (name === "" || /[\s"'<>{}|^`]/.test(name)) return null;
  const address = ipv4(name);
  const isLoopback =
    isLocalName(name) || (address !== null && (Math.floor(address / 2 ** 24) === 127 || address === 0));
  const isLinkLocal = address !== null && Math.floor(address / 2 ** 16) === 0xa9fe;
  return {
    scheme,
    host: place,
    path: end < 0 ? "/" : rest.slice(end),
    hasCredentials: at >= 0,
    isLoopback,
    isMetadata: metadataNames.has(name) || isLinkLocal || address === 0x64_64_64_c8 || /^fe[89ab][0-9a-f]:/.test(name),
  };
}
