/** @module The folder results are written to: below the workspace or the runner's temporary folder, and never led out by a link. */

import { lstat, mkdir, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { outside } from "@warrant/kernel/render/outside";
import { InputError } from "./inputs.ts";

type Environment = Readonly<Record<string, string | undefined>>;

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === path);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** The real path of the part that is there already, with what is missing of it behind. */
async function realPart(path: string): Promise<{ readonly real: string; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return { real: await realpath(at), missing };
    } catch (error) {
      // A link that leads nowhere is there, and making its target would lead out.
      const isThere = await lstat(at).then(
        () => true,
        () => false,
      );
      if (codeOf(error) !== "ENOENT" || isThere || dirname(at) === at) throw error;
      missing.unshift(at.slice(dirname(at).length).replace(sep, ""));
    }
  }
}

/**
 * The real path of the folder that `output-dir` names, made where it is missing.
 *
 * @param named A relative path is one of the workspace.
 * @throws InputError when it is outside, also by a link on the way, or cannot be made.
 */
export async function openOutputFolder(named: string, env: Environment): Promise<string> {
  const { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temporary } = env;
  const roots: string[] = [];
  for (const root of [workspace, temporary]) {
    if (root !== undefined && root !== "") roots.push(await realpath(resolve(root)).catch(() => resolve(root)));
  }
  const shown = outside(named);
  const refused = new InputError(
    `The input output-dir must be a folder below the workspace or RUNNER_TEMP, also behind links: ${shown} is not. Name another folder.`,
  );
  const asked = resolve(workspace ?? temporary ?? "/", named);
  let path: string;
  try {
    const { real, missing } = await realPart(asked);
    path = join(real, ...missing);
  } catch {
    throw refused;
  }
  if (named.includes("\0") || !roots.some((root) => isInside(path, root))) throw refused;
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new InputError(`The folder of the input output-dir could not be made: ${shown} (${String(codeOf(error))}).`);
  }
  // Whatever was made meanwhile by someone else.
  if ((await realpath(path)) !== path) throw refused;
  return path;
}
