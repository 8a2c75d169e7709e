/** @module Keys that one object of a JSON text holds twice: a parser alone keeps the last, and programs differ in which. */

/** Paths such as `claims[0].text` of keys met a second time. The text must be JSON that parsed. Linear. */
export function duplicateKeys(json: string): string[] {
  const found: string[] = [];
  const open: { keys: Set<string> | null; key: string; index: number }[] = [];
  let at = 0;
  let expectsKey = false;
  while (at < json.length) {
    const sign = json[at];
    if (sign === '"') {
      const end = endOfText(json, at);
      const top = open.at(-1);
      if (expectsKey && top !== undefined && top.keys !== null) {
        const key = String(JSON.parse(json.slice(at, end)));
        top.key = key;
        if (top.keys.has(key) && found.length < 20) found.push(pathOf(open));
        top.keys.add(key);
        expectsKey = false;
      }
      at = end;
      continue;
    }
    if (sign === "{" || sign === "[") {
      open.push({ keys: sign === "{" ? new Set() : null, key: "", index: 0 });
      expectsKey = sign === "{";
    } else if (sign === "}" || sign === "]") {
      open.pop();
      expectsKey = false;
    } else if (sign === ",") {
      const top = open.at(-1);
      if (top !== undefined) top.index += 1;
      expectsKey = top !== undefined && top.keys !== null;
    }
    at += 1;
  }
  return found;
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === 0x5c) at += 1;
    else if (sign === 0x22) return at + 1;
  }
  return json.length;
}

function pathOf(open: readonly { keys: Set<string> | null; key: string; index: number }[]): string {
  let path = "";
  for (const { keys, key, index } of open) {
    if (keys === null) path += `[${index}]`;
    else path += path === "" ? key : `.${key}`;
  }
  return path;
}
