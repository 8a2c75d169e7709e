import { describe, expect, it } from "vitest";
import {
  bash,
  type CallDraft,
  call,
  codesOf,
  edit,
  failed,
  judgeOutput,
  outputOf,
  read,
  traceOf,
} from "../../../../../testing/claim-facts.ts";
import { defaultClaimSettings } from "../settings.ts";

const doc = read("toolu_01Xq7", "/repo/app.py", "DEBUG = False\nPORT = 8080 # the port\n");
const listing = bash("toolu_01Xq8", "ls", "app.py\nREADME.md\n");
const quote = "PORT = 8080 # the port";

function cite(id: string, tool = "Read", calls: readonly CallDraft[] = [doc, listing], more = {}): string[] {
  return codesOf(judgeOutput(outputOf("The PORT is 8080.", [[id, tool, quote]]), traceOf(calls, more)));
}

describe("evidence.invocation_ref", () => {
  it.each([
    ["toolu_01Xq7", "the id of a call", []],
    ["toolu_01Xq9", "an id of the right form", ["block unknown_id"]],
    ["toolu_01Xq779", "an id two characters longer", ["block unknown_id"]],
    ["toolu_01Xq7799", "an id three characters longer", ["block fabricated_id"]],
    ["call_01Xq7ab", "an id with other letters in front", ["block fabricated_id"]],
    ["toolu_01Xq7 ", "an id with a blank behind it", ["block fabricated_id"]],
    ["t\u03bfolu_01Xq7", "an id with a letter that only looks alike", ["block fabricated_id"]],
    ["toolu_xxxxx", "a placeholder", ["block fabricated_id"]],
    ["#3", "a number with a sign", ["block fabricated_id"]],
    ["n/a", "no id", ["block fabricated_id"]],
  ])("R1 %j, %s: %j", (id, _what, wanted) => {
    expect(cite(id)).toEqual(wanted);
  });

  it.each<[string, string[], string[]]>([
    [
      "a call that is not recorded",
      cite("toolu_01Xq9", "Read", [doc, listing], { complete: false }),
      ["block call_not_recorded"],
    ],
    [
      "an invented id although the record is incomplete",
      cite("call_1", "Read", [doc], { complete: false }),
      ["block fabricated_id"],
    ],
    ["any id where nothing was called", cite("toolu_01Xq7", "Read", []), ["block fabricated_id"]],
    [
      "a call of another session",
      cite("toolu_s9", "Read", [doc], { elsewhere: [{ id: "toolu_s9", session_id: "s0" }] }),
      ["block other_session"],
    ],
    [
      "two calls of one id",
      cite("toolu_01Xq7", "Read", [doc, { ...listing, id: "toolu_01Xq7" }]),
      ["block ambiguous_id"],
    ],
    ["the same call recorded twice", cite("toolu_01Xq7", "Read", [doc, { ...doc }]), []],
    ["another tool", cite("toolu_01Xq7", "Bash"), ["block wrong_tool"]],
    ["another case of the tool", cite("toolu_01Xq7", "read"), ["block wrong_tool"]],
  ])("of %s", (_name, given, wanted) => {
    expect(given).toEqual(wanted);
  });

  it("takes the names one host has for a tool as one, and those that are configured", () => {
    const shell = { ...bash("call_1a", "cat a", `${quote}\n`), tool: "shell" };
    const codex = { session: { id: "s", host: "codex", cwd: "/repo" } };
    expect(cite("call_1a", "Bash", [shell], codex)).toEqual([]);
    expect(cite("call_1a", "Bash", [shell])).toEqual(["block wrong_tool"]);
    const settings = { ...defaultClaimSettings, aliases: [["Read", "view"]] };
    const output = outputOf("The PORT is 8080.", [["toolu_01Xq7", "view", quote]]);
    expect(codesOf(judgeOutput(output, traceOf([doc]), settings))).toEqual([]);
  });

  const parent = call("toolu_p1", "Agent", { prompt: "look" }, "Looked.");
  const child = { ...doc, agent_id: "sub-1", parent_id: "toolu_p1" };

  it("lets a parent cite its sub-agent, and nobody upwards or sideways", () => {
    const output = outputOf("The PORT is 8080.", [["toolu_01Xq7", "Read", quote]]);
    const trace = traceOf([parent, child, { ...listing, agent_id: "sub-2", parent_id: "toolu_p1" }]);
    expect(codesOf(judgeOutput(output, trace))).toEqual([]);
    expect(codesOf(judgeOutput(output, trace, undefined, "sub-1"))).toEqual([]);
    expect(codesOf(judgeOutput(output, trace, undefined, "sub-2"))).toEqual(["block other_agent"]);
    const up = outputOf("The PORT is 8080.", [["toolu_01Xq7", "Read", quote]]);
    const own = traceOf([doc, parent, { ...listing, agent_id: "sub-1", parent_id: "toolu_p1" }]);
    expect(codesOf(judgeOutput(up, own, undefined, "sub-1"))).toEqual(["block other_agent"]);
  });

  it.each<[string, string, string, CallDraft, string[], string]>([
    [
      "R5 a success over a failed run",
      "Pushed the branch.",
      "action",
      failed("toolu_f", "git push", "error: rejected by the remote"),
      ["block failed_call"],
      "contradicted",
    ],
    [
      "an admission",
      "The push failed: it was rejected by the remote.",
      "action",
      failed("toolu_f", "git push", "error: rejected by the remote"),
      [],
      "supported",
    ],
    [
      "an observation of what it printed",
      "The remote printed rejected by the remote.",
      "observation",
      failed("toolu_f", "git push", "error: rejected by the remote"),
      [],
      "supported",
    ],
    [
      "a search that found nothing",
      "The remote is named in a search rejected by the remote.",
      "result",
      failed("toolu_f", "grep -r x src", "error: rejected by the remote"),
      [],
      "supported",
    ],
    [
      "a call that still runs",
      "Pushed, rejected by the remote error.",
      "action",
      bash("toolu_f", "git push", "error: rejected by the remote", { status: "running", exit_code: null }),
      ["block failed_call"],
      "unverified",
    ],
    [
      "a call that was denied",
      "Pushed the branch.",
      "observation",
      bash("toolu_f", "git push", "error: rejected by the remote", { status: "denied", exit_code: null }),
      ["block failed_call"],
      "contradicted",
    ],
  ])("weighs %s", (_name, text, kind, given, wanted, outcome) => {
    const isAdmitting = wanted.length === 0;
    const claim = isAdmitting ? text : text.replace(", rejected by the remote error", "");
    const result = judgeOutput(
      outputOf(claim, [["toolu_f", "Bash", "error: rejected by the remote"]], kind),
      traceOf([given]),
    );
    expect(codesOf(result).filter((code) => code.startsWith("block"))).toEqual(wanted);
    expect(result.claims[0]?.outcome).toBe(outcome);
  });
});

describe("evidence.excerpt_similarity", () => {
  it("names the call a quote really comes from", () => {
    const result = judgeOutput(
      outputOf("The PORT is 8080.", [["toolu_01Xq8", "Bash", quote]]),
      traceOf([doc, listing]),
    );
    expect(result.evidence[0]).toMatchObject({ grade: "misattributed", veto: null, owner: "toolu_01Xq7" });
  });

  it("takes words the agent itself wrote for no source", () => {
    const own = call(
      "toolu_w",
      "Write",
      { file_path: "/repo/o", content: quote },
      "File created successfully at: /repo/o",
    );
    const result = judgeOutput(outputOf("The PORT is 8080.", [["toolu_w", "Write", quote]]), traceOf([own]));
    expect(result.evidence[0]).toMatchObject({ grade: "absent" });
  });

  it.each([
    [`echo "${quote}"`, "own_words"],
    [`printf '%s' '${quote}'`, "own_words"],
    [`cat <<'EOF'\n${quote}\nEOF`, "own_words"],
    ["cat app.py", null],
    [`echo "$(cat app.py)"`, null],
    [`echo start && cat app.py`, null],
  ])("of %j: %j", (command, veto) => {
    const result = judgeOutput(
      outputOf("The PORT is 8080.", [["toolu_e", "Bash", quote]]),
      traceOf([bash("toolu_e", command, `${quote}\n`)]),
    );
    expect(result.evidence[0]?.veto).toBe(veto);
  });

  it.each([
    ["interleaved", "PORT 8080 the port", []],
    ["repaired", "PORT = 8080 the", []],
    ["exact", "port = 8080 # THE PORT", ["block repaired"]],
  ] as const)("demands %s where that is set", (excerpt, text, wanted) => {
    const output = outputOf("The PORT is 8080.", [["toolu_01Xq7", "Read", text]]);
    expect(codesOf(judgeOutput(output, traceOf([doc]), { ...defaultClaimSettings, excerpt }))).toEqual(wanted);
  });

  it("looks into structured results, and across no cut", () => {
    const structured = { ...doc, result: { text: "", structured: { server: [{ port: 8080, mode: "strict tls" }] } } };
    const lines = outputOf("The server port is 8080.", [["toolu_01Xq7", "Read", "server.port: 8080"]]);
    expect(judgeOutput(lines, traceOf([structured])).evidence[0]).toMatchObject({ pane: "structured", grade: "exact" });
    const cut = { ...doc, result: { text: "PORT = 8080 and the rest", cuts: [8], truncated: true } };
    const across = outputOf("The PORT is 8080.", [["toolu_01Xq7", "Read", "PORT = 8080 and the rest"]]);
    expect(judgeOutput(across, traceOf([cut])).status).not.toBe("pass");
  });
});

describe("claim.hallucination_phrases", () => {
  const say = (text: string, calls: readonly CallDraft[] = [doc], more = {}) =>
    codesOf(
      judgeOutput(outputOf(`${text} The PORT is 8080.`, [["toolu_01Xq7", "Read", quote]]), traceOf(calls, more)),
    ).filter((code) => !/weak_support|receipt|narrow|stale|opaque/.test(code));

  it.each([
    ["Lorem ipsum dolor.", "block placeholder"],
    ["The name is TBD.", "block placeholder"],
    ["[insert the port here] stands there.", "block placeholder"],
    ["The value is {{port}}.", "block placeholder"],
    ["Simulated output follows.", "block simulated"],
    ["Assuming the tests pass, this is done.", "block simulated"],
    ["The output would look like this.", "block simulated"],
    ['<invoke name="Bash">', "block printed_call"],
    ['`{"tool": "Bash"}`', "block printed_call"],
    ["I grepped the code.", "block claimed_tool_use"],
    ["Fetched the page.", "block claimed_tool_use"],
    ["We executed the migration.", "block claimed_tool_use"],
    ["It is guaranteed to work.", "warn certainty"],
    ["This is production-ready.", "warn certainty"],
    ["As we can see, it is set.", "warn as_we_can_see"],
    ["It is probably set.", "warn prior_knowledge"],
  ])("%s → %s", (text, wanted) => {
    expect(say(text)).toEqual([wanted]);
  });

  it.each([
    'The document says "guaranteed" nowhere.',
    "The word `lorem ipsum` is in no file.",
    "I read the file.",
    "The log was opened by the worker.",
    "The runner ran it on Monday.",
    "TODOs are listed in the file.",
  ])("says nothing of: %s", (text) => {
    expect(say(text)).toEqual([]);
  });

  it.each<[string, readonly CallDraft[], string[]]>([
    ["a shell call", [doc, bash("b", "ls")], []],
    ["a tool nobody knows", [doc, call("m", "mcp__x__run", {}, "ok")], []],
    ["another agent", [doc, call("a", "Agent", { prompt: "x" }, "ok")], []],
    ["a denied call", [doc, bash("b", "ls", "", { status: "denied" })], ["block claimed_tool_use"]],
    ["an edit", [doc, edit("e", "/repo/a")], ["block claimed_tool_use"]],
  ])("a run that is told of may be %s", (_name, calls, wanted) => {
    expect(say("I ran the benchmark.", calls)).toEqual(wanted);
  });

  it("of an incomplete record is an error, not a refusal", () => {
    expect(say("I ran the benchmark.", [doc], { complete: false })).toEqual(["block trace_incomplete"]);
  });

  it("can be set by category, and has phrases of one's own", () => {
    const phrases = {
      levels: { placeholder: "off", certainty: "block" },
      extra: [{ category: "certainty", text: "Rock steady" }],
    } as const;
    const output = outputOf("TBD PORT 8080 is rock steady.", [["toolu_01Xq7", "Read", quote]]);
    expect(codesOf(judgeOutput(output, traceOf([doc]), { ...defaultClaimSettings, phrases }))).toEqual([
      "block certainty",
      "warn weak_support",
    ]);
  });

  it("leaves other languages alone and unverified", () => {
    const text = "La caché guarda las entradas durante 8080 segundos y después las elimina sin falta.";
    const result = judgeOutput(outputOf(text, [["toolu_01Xq7", "Read", quote]]), traceOf([doc]));
    expect(codesOf(result)).toEqual(["info language"]);
    expect([result.status, result.claims[0]?.outcome]).toEqual(["pass", "unverified"]);
  });
});

describe("claim.evidence_utilization", () => {
  const use = (text: string, kind = "observation", calls: readonly CallDraft[] = [doc]) =>
    codesOf(judgeOutput(outputOf(text, [["toolu_01Xq7", "Read", quote]], kind), traceOf(calls)));

  it.each([
    ["The PORT is 8080.", "observation", []],
    ["The PORT is 8081.", "observation", ["block unsupported_number"]],
    ["The PORT is 8081.", "inference", ["warn unsupported_number"]],
    ["The PORT is 808.", "observation", ["block unsupported_number"]],
    ["The port is 8,080.", "observation", []],
    ["Avatars are resized by background threads nightly.", "observation", ["block unrelated_evidence"]],
    ["Avatars are resized.", "observation", ["warn weak_support"]],
    ["The PORT is not 8080.", "observation", ["warn polarity_differs"]],
    ["DEBUG is true, PORT 8080.", "observation", []],
    ["The app runs with sixteen threads.", "gap", ["warn gap_asserts", "warn unused_evidence"]],
    ["It is not known which port is used.", "gap", ["warn unused_evidence"]],
  ])("%s (%s): %j", (text, kind, wanted) => {
    const output = outputOf(text, [["toolu_01Xq7", "Read", quote]], kind);
    const [claim] = output["claims"] as Record<string, unknown>[];
    const given = kind === "gap" ? { ...output, claims: [{ ...claim, evidence_ids: [] }] } : output;
    expect(codesOf(judgeOutput(given, traceOf([doc])))).toEqual(wanted);
  });

  it("lets numbers stand that can be counted in what is cited, or that were asked for", () => {
    const found = read(
      "toolu_01Xq7",
      "/repo/x",
      `src/a.ts:2:openPool() ${quote}\nsrc/b.ts:5:openPool()\nsrc/b.ts:9:openPool()\n`,
    );
    expect(use("openPool PORT is called 3 times in 2 files.", "observation", [found])).toEqual([]);
    expect(use("openPool port is 17.", "observation", [found])).toEqual(["block unsupported_number"]);
    const output = { ...outputOf("The PORT limit is 25.", [["toolu_01Xq7", "Read", quote]]), task: "Raise it to 25" };
    expect(codesOf(judgeOutput(output, traceOf([doc])))).toEqual([]);
  });

  it("refuses a claim that cites nothing", () => {
    expect(codesOf(judgeOutput(outputOf("The PORT is 8080.", []), traceOf([doc])))).toEqual(["block uncited_claim"]);
  });

  it("points at evidence that no claim cites, and checks it all the same", () => {
    const output = outputOf("The PORT is 8080.", [["toolu_01Xq7", "Read", quote]]);
    const evidence = [
      ...(output["evidence"] as unknown[]),
      { id: "e2", invocation_id: "toolu_01Xq7", tool: "Read", excerpt: "PORT = 9090 # the port" },
    ];
    expect(codesOf(judgeOutput({ ...output, evidence }, traceOf([doc])))).toEqual([
      "block number_mismatch",
      "warn unused_evidence",
    ]);
  });
});
