/** @module Findings uploaded to code scanning, when asked for: one SARIF log of the change's head commit. */

import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import { renderSarif } from "@warrant/kernel/render/sarif";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import * as z from "zod/mini";
import { ownerAndName } from "../owner-and-name.ts";
import { movedSince, readHead } from "./head.ts";
import type { WritePace } from "./pace.ts";
import { causeOf, isGone, isRefusal, type Platform } from "./platform.ts";
import { targetOf } from "./publish.ts";

const compress = promisify(gzip);
/** Bytes of a compressed log that the platform takes. */
const maximumLogBytes = 10 * 1024 * 1024;

export interface SarifUpload {
  /** `off`: code scanning is not there for this repository or token. */
  readonly state: "uploaded" | "moved" | "off" | "too large" | "failed";
  readonly notice: string | null;
}

/**
 * Uploads the findings of a verdict for `refs/pull/N/head`. Never throws for an answer of the platform: a scan that is not
 * shown changes no verdict.
 */
export async function uploadSarif(
  platform: Platform,
  verdict: ChangeVerdict,
  options: { readonly version: string; readonly pace: WritePace; readonly run?: RunDescription | undefined },
): Promise<SarifUpload> {
  const target = targetOf(verdict);
  if (target === null) return { state: "off", notice: "A local range has no pull request to upload findings for." };
  const { version, run, pace } = options;
  const log = await compress(renderSarif([verdict], { version, run }));
  if (log.length > maximumLogBytes) {
    return {
      state: "too large",
      notice: `The SARIF log has ${log.length} bytes compressed, over 10 MiB; not uploaded.`,
    };
  }
  const upload = {
    commit_sha: target.headSha,
    ref: `refs/pull/${target.number}/head`,
    sarif: log.toString("base64"),
    tool_name: "Warrant",
  };
  try {
    await pace.turn();
    if (movedSince(target, await readHead(platform, target)) !== null) return { state: "moved", notice: null };
    await pace.write(() =>
      platform.rest(
        "POST /repos/{owner}/{repo}/code-scanning/sarifs",
        { ...ownerAndName(target.repository), ...upload },
        z.unknown(),
      ),
    );
    return { state: "uploaded", notice: null };
  } catch (error) {
    const isOff = isRefusal(error) || isGone(error);
    return { state: isOff ? "off" : "failed", notice: causeOf(error) };
  }
}
