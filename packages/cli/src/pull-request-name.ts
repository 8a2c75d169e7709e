/** @module How a pull request is named on the command line: `owner/repo#N`, or the address of its page. */

export interface PullRequestName {
  readonly repository: string;
  readonly number: number;
  /** The host of the address that was given; undefined for `owner/repo#N`. */
  readonly host?: string;
}

const owner = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})";
const short = new RegExp(`^(?<repository>${owner}/[A-Za-z0-9_.-]{1,100})#(?<number>[1-9]\\d{0,9})$`);
const path = new RegExp(
  `^/(?<repository>${owner}/[A-Za-z0-9_.-]{1,100})/pull/(?<number>[1-9]\\d{0,9})(?:/[a-z]{1,20})?/?$`,
);

/** The pull request a text names, or null when it is something else, such as a range of commits. */
export function readPullRequestName(text: string): PullRequestName | null {
  const named = short.exec(text)?.groups;
  if (named !== undefined) return { repository: named["repository"] ?? "", number: Number(named["number"]) };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const groups = path.exec(url.pathname)?.groups;
  if (groups === undefined || url.username !== "" || url.password !== "") return null;
  return {
    repository: groups["repository"] ?? "",
    number: Number(groups["number"]),
    host: url.host.replace(/^www\./, ""),
  };
}

const meant: readonly RegExp[] = [
  new RegExp(
    `^(?<repository>${owner}/[A-Za-z0-9_.-]{1,100})[ /#]{1,2}(?:(?:pull|pulls|issues)/)?(?<number>[1-9]\\d{0,9})/?$`,
  ),
  new RegExp(
    `^(?:www\\.)?github\\.com/(?<repository>${owner}/[A-Za-z0-9_.-]{1,100})/pull/(?<number>[1-9]\\d{0,9})/?$`,
    "i",
  ),
  /^#?(?<number>[1-9]\d{0,9})$/,
  new RegExp(`^(?<repository>${owner}/[A-Za-z0-9_.-]{1,100})$`),
];

/** What to write in place of a text that git does not know and that looks like a pull request; null: it does not. */
export function pullRequestHint(text: string): string | null {
  for (const form of meant) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const { repository, number } = groups;
    const all = number === undefined ? `; warrant sweep ${repository} judges all that are open` : "";
    return `For a pull request give ${repository ?? "owner/repo"}#${number ?? "N"}${all}.`;
  }
  return null;
}
