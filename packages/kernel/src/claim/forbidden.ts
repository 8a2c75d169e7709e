/** @module Fields that carry a final wording or a judgement of oneself: an executor hands over evidence, never those. */

const forbidden: ReadonlySet<string> = new Set(
  (
    "answer final finalanswer finaloutput finalresponse finaltext finalexpression response reply message messages summary " +
    "conclusion conclusions recommendation recommendations verdict decision status result results confidence score " +
    "usermessage displaytext markdown html rendered explanation narrative report verified approved passed " +
    "gatekeeperresult tooltracesummary"
  ).split(" "),
);

/** Compared in lower case, letters only: `final_answer`, `finalAnswer` and `FINAL-ANSWER` are one. */
export function isForbiddenField(key: string): boolean {
  return forbidden.has(key.toLowerCase().replace(/[^a-z]/g, ""));
}
