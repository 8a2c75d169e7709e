/** @module The three questions of a card: which prompt, which blocks, which reading. Their inputs decide who sees what. */

import type { FirstPassAnswer, VerifierAnswer, WriterAnswer } from "@warrant/kernel/card/answers";
import { readFirstPass, readVerifier, readWriter } from "@warrant/kernel/card/answers";
import {
  type FirstPassInput,
  firstPassBlocks,
  type VerifierInput,
  verifierBlocks,
  type WriterInput,
  writerBlocks,
} from "@warrant/kernel/card/inputs";
import type { Question } from "./ask.ts";
import { firstPassPrompt } from "./prompts/first-pass.v1.ts";
import { verifierPrompt } from "./prompts/verifier.v1.ts";
import { writerPrompt } from "./prompts/writer.v1.ts";

export function firstPassQuestion(input: FirstPassInput, model: string): Question<FirstPassAnswer> {
  const read = (text: string) => readFirstPass(text, input.shown.paths);
  return { role: "first_pass", prompt: firstPassPrompt, blocks: firstPassBlocks(input), model, read };
}

export function writerQuestion(input: WriterInput, model: string): Question<WriterAnswer> {
  const read = (text: string) => readWriter(text, input.shown.paths);
  return { role: "writer", prompt: writerPrompt, blocks: writerBlocks(input), model, read };
}

export function verifierQuestion(input: VerifierInput, model: string): Question<VerifierAnswer> {
  const read = (text: string) => readVerifier(text, input.shown.paths);
  return { role: "verifier", prompt: verifierPrompt, blocks: verifierBlocks(input), model, read };
}
