/** Every case that was learnt from a public report is a test that names it: the number of the row, and one of its reports. */

import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Rows by number, with the reports that taught them; without reports the number is enough. */
const rows: Readonly<Record<string, readonly string[]>> = {
  B1: ["actions/labeler#135", "actions/labeler#434", "isaacs/minimatch#233"],
  B2: ["dorny/paths-filter#135", "dorny/paths-filter#260", "dorny/paths-filter#310", "langchain-ai/deepagents#1730"],
  B3: ["dorny/paths-filter#113", "micromatch/picomatch#83"],
  B4: ["micromatch/micromatch#63"],
  B5: ["palantir/policy-bot#225", "tj-actions/changed-files#466", "tj-actions/changed-files#467"],
  B6: ["palantir/policy-bot#870", "palantir/policy-bot#399"],
  B7: ["danger/danger-js#481", "danger/danger-js#532", "danger/danger#1214"],
  B8: ["PreMiD/Activities#6998", "open-gsd/gsd-core#4081", "OWASP/OpenCRE#1056", "git-for-windows/git#3843"],
  B9: [
    "czottmann/pi-automode#25",
    "odysseus-dev/odysseus#5097",
    "prefix-dev/rattler-build#1621",
    "kaelzhang/node-ignore#151",
  ],
  B10: [
    "czottmann/pi-automode#25",
    "odysseus-dev/odysseus#5097",
    "prefix-dev/rattler-build#1621",
    "kaelzhang/node-ignore#151",
  ],
  B11: ["rebel0789/codexpro#128"],
  B12: [],
  C1: [
    "reviewdog/reviewdog#1696",
    "reviewdog/reviewdog#2150",
    "cpp-linter/cpp-linter-action#249",
    "pascalgn/size-label-action#53",
    "pascalgn/size-label-action#57",
    "miracodeai/mira#241",
    "dcdpr/jp#642",
    "Anantys-oss/koan#1558",
  ],
  C2: ["github/docs#9078"],
  C3: ["cpp-linter/cpp-linter-action#249", "dcdpr/jp#642", "vuphongle/oss-pr-reviewer#29"],
  C4: ["JSONbored/loopover#9017"],
  C5: ["joshuaswarren/remnic#2002", "TouchAI-org/TouchAI#264"],
  C6: ["jaylfc/taOS#2534", "lots0logs/gh-action-get-changed-files#27", "NVIDIA/TensorRT-Model-Connect#1161"],
  C7: ["ethereum/EIP-Bot#77"],
  C8: [],
  C9: [
    "octopusreview/octopus#511",
    "devops-thiago/ThrillhouseBot#462",
    "peter-evans/create-or-update-comment#181",
    "astral-sh/ruff#4135",
  ],
  C10: ["reviewdog/action-eslint#139"],
  C11: ["reviewdog/reviewdog#1008", "reviewdog/reviewdog#147"],
  C12: ["orgs/community#213491", "openjdk/skara#1302"],
  D1: [
    "rust-lang/triagebot#2094",
    "NVIDIA/cuda-python#1930",
    "cockroachdb/cockroach#172585",
    "cloudflare/cloudflare-os#321",
    "lunarphp/lunar#2673",
    "Kilo-Org/cloud#849",
    "plastic-labs/honcho#1081",
    "buildbuddy-io/buildbuddy#1899",
    "swamp-club/swamp#400",
    "awslabs/amazon-eks-ami#1406",
  ],
  D2: [],
  D3: ["zed-industries/zed#44958", "posit-dev/ark#1001", "geosolutions-it/MapStore2#12402", "microsoft/aspire#19989"],
  D4: ["scanaislop/aislop#392"],
  D5: ["chdsbd/kodiak#871"],
  D6: ["zizmorcore/zizmor#170", "zizmorcore/zizmor#550", "zizmorcore/zizmor#1914", "adorsys/status-list-server#417"],
  D7: [
    "chaoss/disclosure#101",
    "chaoss/disclosure#94",
    "moby/moby#53695",
    "go-git/go-git#2333",
    "gap-system/gap#6571",
    "Comfy-Org/ComfyUI#12799",
  ],
  D8: ["TrenTorch/TrenTorch#210", "ld-singh/ai-factory-ops-lab#40"],
  D9: ["moby/moby#53695"],
  D10: ["ossf/scorecard#2953", "project-noemi/agents#410"],
  D11: [],
  D12: ["cms-sw/cms-bot#1391"],
  E1: ["palantir/policy-bot#239", "thoth-station/thoth-application#1215"],
  E2: ["palantir/policy-bot#598", "palantir/policy-bot#602", "palantir/policy-bot#614"],
  E3: ["palantir/policy-bot#788"],
  E4: [
    "MystenLabs/deepbookv3#1276",
    "hephaestus-build/Hephaestus#1700",
    "go-gitea/gitea#38402",
    "openjdk/skara#689",
    "PriorLabs/TabPFN#1228",
  ],
  E5: ["n8n-io/n8n#38713"],
  E6: ["vuphongle/oss-pr-reviewer#21"],
  E7: ["alexhawat/mergeCraft#6", "seapath/meta-seapath#408", "canonical/authd#1647"],
  E8: ["strands-labs/robots#2796"],
  F1: [
    "googleapis/repo-automation-bots#3589",
    "poseidon/wait-for-status-checks#420",
    "WyriHaximus/github-action-wait-for-status#81",
    "Mergifyio/mergify#468",
  ],
  F2: [
    "timothy-agent/timothy#11",
    "ohdearquant/khive#2807",
    "NVIDIA/cuda-python#2208",
    "NousResearch/hermes-agent#103195",
  ],
  F3: ["palantir/policy-bot#548", "odigos-io/odigos#5505", "a2aproject/a2a-rs#254", "rocicorp/logger#39"],
  F4: ["palantir/policy-bot#800"],
  F5: ["odigos-io/odigos#5505", "a2aproject/a2a-rs#254"],
  F6: ["Mergifyio/mergify#5177"],
  F7: ["peter-evans/create-pull-request#48", "maester365/maester#1761", "aws/karpenter#4525"],
  F8: ["screwdriver-cd/screwdriver#224"],
  F9: ["marcusquinn/aidevops#21895", "mozilla-ai/otari#811", "chdsbd/kodiak#897"],
  F10: [],
  F11: ["anthropics/claude-code-action#1299"],
  F12: ["danger/danger-js#1031", "reviewdog/reviewdog#411", "reviewdog/reviewdog#1179", "MeilCli/danger-action#390"],
  G1: ["LunarClient/ServerMappings#5019", "Netflix/metaflow#1790"],
  G2: ["AOSSIE-Org/DocPilot#54"],
  G3: ["Gentleman-Programming/gentle-ai#1791"],
  G4: ["near/mpc#3231", "anthropics/claude-code-security-review#81"],
  G5: ["qf-studio/pilot#2391"],
  G6: ["anthropics/claude-code-action#1779"],
  G7: ["anthropics/claude-code-security-review#81"],
  G8: ["anthropics/claude-code-security-review#81"],
  G9: ["anthropics/claude-code-security-review#81"],
  G10: ["Yeachan-Heo/oh-my-claudecode#1276"],
  H1: [
    "warpdotdev/oz-for-oss#210",
    "buildinternet/uploads#470",
    "JSONbored/loopover#1816",
    "youtube/cobalt#12496",
    "bsv-blockchain/teranode#860",
    "dart-lang/ecosystem#412",
  ],
  H2: ["anthropics/claude-code-action#1123"],
  H6: ["github/docs#34689"],
  H7: ["octokit/plugin-throttling.js#438"],
  H8: ["rust-lang/bors#502"],
  H9: [
    "danger/danger-js#153",
    "danger/danger-js#412",
    "danger/danger-js#930",
    "danger/danger-js#1042",
    "danger/danger-js#1374",
    "actions/github-script#436",
    "docker/scout-action#20",
  ],
};

/** A text in quotation marks; a name stands on one line. */
const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Every text of one line in the tests: the names of tests are among them, also where they are rows of a table. */
function textsOfTests(): string[] {
  const folders = ["packages/*/src", "testing", "docs", "scripts", "eval", "bench"];
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
  return files
    .filter((file) => file !== "testing/github-rows.test.ts")
    .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => line.match(literal) ?? []);
}

describe("a test names", () => {
  const texts = textsOfTests();

  it("more than a row here and there", () => {
    expect(texts.length).toBeGreaterThan(5000);
  });

  it.each(Object.entries(rows))("%s", (row, reports) => {
    const number = new RegExp(`\\b${row}\\b`);
    const named = texts.filter((text) => number.test(text));
    expect(named.filter((text) => reports.length === 0 || reports.some((report) => text.includes(report)))).not.toEqual(
      [],
    );
  });
});
