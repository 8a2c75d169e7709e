/** Every case of the action gate that was learnt from a public report is a test that names it, as those of the change gate are. */

import { describe, expect, it } from "vitest";
import { isRowNamed, textsOfTests } from "./row-names.ts";

/** Rows by number, with the reports that taught them; without reports the number is enough. Hosts' rows (H) are beside them. */
const rows: Readonly<Record<string, readonly string[]>> = {
  S1: ["anthropics/claude-code#18613"],
  S2: ["anthropics/claude-code#92542"],
  S3: ["anthropics/claude-code#41559"],
  S4: ["MoonshotAI/kimi-code#2756"],
  S5: ["MiniMax-AI/minimax-code#150"],
  S6: ["getkimchi/kimchi#651"],
  S7: ["aflock-ai/aflock#56"],
  S8: ["Gitlawb/openclaude#1111"],
  S9: ["QwenLM/qwen-code#8590"],
  S10: ["oeftimie/vv-claude-harness#57"],
  S11: ["gotgenes/pi-packages#741"],
  S12: ["Dicklesworthstone/destructive_command_guard#377"],
  S13: ["how-claude-code-works#3"],
  S14: ["google-gemini/gemini-cli#16454", "google-gemini/gemini-cli#23096", "google-gemini/gemini-cli#20744"],
  S15: ["use-agent-os/agent-os#1030"],
  S16: ["gotgenes/pi-packages#350"],
  S17: ["anomalyco/opencode#35737"],
  S18: ["anthropics/claude-code#89251"],
  P1: ["HKUDS/nanobot#956"],
  P2: ["jikig-ai/soleur#725"],
  P3: ["cortextos#594"],
  P4: ["CopilotKit/OpenBot#100"],
  P5: ["anomalyco/opencode#43336"],
  P6: ["electric-sql/electric#4360"],
  P7: ["ducks/claux#32"],
  P8: ["spoj/tg-bot2#50"],
  P9: ["nodejs/node#47105"],
  P10: ["hacdias/webdav#358"],
  P11: ["anthropics/claude-code#78752"],
  P12: ["sybil-solutions/vllm-studio#202"],
  P13: ["brightwave-inc/tidebreak#1532"],
  P14: ["rps321321/obsidian-mcp-pro#102"],
  P15: ["andrewyng/openworker#35"],
  P16: ["sandy#209"],
  P17: [],
  A1: ["anomalyco/opencode#26514"],
  A2: ["anthropics/claude-code#83421"],
  A3: ["openclaw/openclaw#124738"],
  A4: ["openclaw/openclaw#103515"],
  A5: ["hol-guard#2870"],
  A6: ["pydantic/pydantic-ai#6968"],
  A7: ["ShieldCortex#202"],
  A8: ["bettor-arena#204"],
  A9: ["moneat-io/moneat#489"],
  A10: ["Bike4Mind/bike4mind#2231"],
  A11: ["makecindy/cindy#3993"],
  A12: ["openai/codex#36501"],
  A13: ["omnigent-ai/omnigent#5051"],
  A14: ["autonomous-dev#1018"],
  A15: ["aflock-ai/aflock#149"],
  U1: ["dnviti/codeclaw#94"],
  U2: ["NousResearch/hermes-agent#49192"],
  U3: ["Petasos#27"],
  U4: ["builderz-labs/mission-control#576"],
  O1: ["Claude Code 2.1.183", "Claude Code 2.1.210"],
  O2: ["QwenPaw#7350"],
};

describe("a test names", () => {
  const texts = textsOfTests();

  it.each(Object.entries(rows))("%s", (row, reports) => {
    expect(isRowNamed(texts, row, reports)).toBe(true);
  });
});
