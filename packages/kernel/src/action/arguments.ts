/** @module Arguments of a tool that nobody declared: which of them may matter (actions, section 4). */

const suspiciousKey = /path|file|dir|dest|target|root|cwd|url|uri|command/i;
const suspiciousValue = /^(?:~?\/|\.{1,2}\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)/;

/** Whether an argument nobody declared may matter: by its name, or because its value looks like a path or an address. */
export function isSuspiciousArgument(key: string, value: unknown): boolean {
  if (suspiciousKey.test(key)) return true;
  const values = Array.isArray(value) ? value : [value];
  return values.some((one) => typeof one === "string" && suspiciousValue.test(one));
}
