/** @module Whether the head of a patch says that a program wrote the file (change gate, section 7.3). */

const headLines = 5;

/** Whether one of the first five added lines of a patch says that a program wrote the file. */
export function saysGenerated(patch: string): boolean {
  let seen = 0;
  let start = 0;
  while (start < patch.length && seen < headLines) {
    const found = patch.indexOf("\n", start);
    const end = found === -1 ? patch.length : found;
    if (patch.charCodeAt(start) === 0x2b) {
      seen += 1;
      const line = patch.slice(start + 1, Math.min(end, start + 1000)).toLowerCase();
      const generated = line.indexOf("code generated");
      if (line.includes("@generated") || (generated !== -1 && line.includes("do not edit", generated))) return true;
    }
    start = end + 1;
  }
  return false;
}
