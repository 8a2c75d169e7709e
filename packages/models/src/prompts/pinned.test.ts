import { describe, expect, it } from "vitest";
import { alignmentPrompt } from "./alignment.v1.ts";
import { firstPassPrompt } from "./first-pass.v1.ts";
import { rolePromptDigest } from "./role-prompt.ts";
import { verifierPrompt } from "./verifier.v1.ts";
import { writerPrompt } from "./writer.v1.ts";

describe("a prompt", () => {
  // Another text is another version: cards and recordings name the one they were made with.
  it.each([
    [firstPassPrompt, "first_pass.v1", "sha256:cfb5af895311eafd0b386892a8cc7f201f54ca4f6dc0c1eeeaa4815faff1915b"],
    [writerPrompt, "writer.v1", "sha256:476121015ad4038ebb5944d1549f7bbf7d78a3fcb6d376ee208b0f8a13c29ee2"],
    [verifierPrompt, "verifier.v1", "sha256:4961577063450a82dd5d0a2d0aaec402228cea5cb2fb7c745a2e822303d92b15"],
    [alignmentPrompt, "alignment.v1", "sha256:6330b08a7648afdabd5131965a464eeb05b6a2a224c0c53c916503e12519e2cc"],
  ])("%# is pinned to its version", (prompt, version, digest) => {
    expect([prompt.version, rolePromptDigest(prompt)]).toEqual([version, digest]);
  });
});
