/** @module A session as one self-contained page: no script, nothing loaded. */

import { createHash } from "node:crypto";
import { counted } from "@warrant/kernel/render/phrase";
import type { SeenAction, SessionStep, SessionView } from "../session-view.ts";
import { html } from "./html-text.ts";
import { pageStyle } from "./page-style.ts";
import {
  claimWords,
  decisionWords,
  effectWords,
  heldWords,
  inputWords,
  isRefused,
  originWords,
  readingWords,
  resultWords,
} from "./session-words.ts";
import { moment, timeOf } from "./when.ts";

/** Steps of one page; a longer session is shown from its end. */
const mostSteps = 2000;

const style = `${pageStyle}
ol.steps { list-style: none; margin: 24px 0 0; padding: 0; }
.steps li { display: grid; grid-template-columns: 6.5em minmax(0, 1fr); gap: 2px 12px; padding: 10px 0; border-top: 1px solid var(--line); }
.steps time { color: var(--soft); font-variant-numeric: tabular-nums; font-size: .875rem; padding-top: 2px; }
.steps h2 { font-size: 1rem; margin: 0; } .steps .request h2 { font-size: 1.125rem; }
.steps p, .steps pre { margin: 2px 0 0; overflow-wrap: anywhere; } .steps ul { margin: 2px 0 0; padding-left: 18px; }
.steps .refused .answer { color: var(--denied); font-weight: 650; } .steps .allowed .answer { color: var(--good); }
pre { white-space: pre-wrap; background: var(--code); border-radius: 6px; padding: 8px 10px; font: .8125rem ui-monospace, Consolas, monospace; }
`;

function callStep(call: SeenAction): string {
  const input = inputWords(call);
  const result = resultWords(call);
  const effects = effectWords(call).map((line) => `<li>${html(line)}</li>`);
  const who = call.agent === null ? "" : ` <span class="soft">by ${html(call.agent)}</span>`;
  return (
    `<h2>${html(call.tool)}${who}</h2><p class="answer">${html(decisionWords(call))}</p>` +
    (input === "" ? "" : `<p><code>${html(input)}</code></p>`) +
    (effects.length === 0 ? "" : `<ul>${effects.join("")}</ul>`) +
    (result === "" ? "" : `<p class="soft">${html(result)}</p>`) +
    (call.output === "" ? "" : `<details><summary>what came back</summary><pre>${html(call.output)}</pre></details>`)
  );
}

function stepBody(step: SessionStep): { kind: string; body: string } {
  switch (step.kind) {
    case "request": {
      const note = step.note === "" ? "" : `<p class="soft">the agent was told: ${html(step.note)}</p>`;
      return { kind: "request", body: `<h2>${html(originWords(step))}</h2><p>${html(readingWords(step))}</p>${note}` };
    }
    case "call":
      return {
        kind: isRefused(step) ? "refused" : step.decision === "allow" ? "allowed" : "call",
        body: callStep(step),
      };
    case "claims":
      return {
        kind: step.applied ? "refused" : "claims",
        body: `<h2>It reported</h2><p class="answer">${html(claimWords(step))}</p>`,
      };
    case "other":
    default:
      return { kind: "other", body: `<p class="soft">${html(step.what)}</p>` };
  }
}

/**
 * One HTML document. Its policy allows its own style, by digest, and nothing else: whatever a command or an output holds, the
 * page can run no script and load nothing.
 */
export function renderTraceHtml(view: SessionView): string {
  const { session, started_at: start, ended_at: end, steps, earlier, unreadable } = view;
  const digest = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  const shown = steps.slice(-mostSteps);
  const hidden = earlier + steps.length - shown.length;
  const calls = steps.filter((step): step is SeenAction => step.kind === "call");
  const lead = [
    heldWords(calls),
    ...(hidden > 0 ? [`${counted(hidden, "earlier event")} not shown`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, "row")} of the log cannot be believed`] : []),
  ];
  const items = shown.map((step) => {
    const { kind, body } = stepBody(step);
    return `<li class="${kind}"><time>${html(timeOf(step.at, start ?? step.at))}</time><div>${body}</div></li>`;
  });
  const span = start === null ? "" : `${moment(start)}${end === null ? "" : ` to ${timeOf(end, start)}`}`;
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">' +
    `<title>${html(`Warrant session ${session}`)}</title><style>${style}</style></head><body>` +
    `<header><p class="over">Warrant session · ${html(span)}</p><h1>${html(session)}</h1>` +
    `<p class="lead">${html(lead.join(" · "))}</p></header><main><ol class="steps">${items.join("")}</ol></main></body></html>\n`
  );
}
