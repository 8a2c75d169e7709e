/** @module A pull request of the fake GitHub into which a stranger's text is put, wherever strangers can write. */

import type { Shop } from "./github-change.ts";

type Write = (shop: Shop, texts: readonly string[]) => void;

/** What a file name can hold of a text: git and Linux take everything but NUL, 255 bytes a segment. */
function nameOf(text: string): string {
  let name = "";
  for (const character of text.toWellFormed().replaceAll(/[\0/]/g, "_")) {
    if (Buffer.byteLength(name + character) > 240) break;
    name += character;
  }
  return name.replace(/^\.+/, "") || "x";
}

/** One commit on the change's first one, so that what one attack wrote does not stay for the next. */
function commit(
  { work, change }: Shop,
  message: string,
  author: string,
  files: Readonly<Record<string, string>>,
): void {
  // An author's name is one line without angle brackets, which git itself takes out.
  const name =
    author
      .replaceAll(/[<>\n\r\0]/g, "")
      .trim()
      .slice(0, 500) || "Sam";
  const who = { name, email: "sam@example.org" };
  work.switch("feature");
  const id = work.commit(message, files, { author: who, committer: who });
  work.git("reset", "-q", "--hard", "HEAD~1");
  work.switch("main");
  change.push(id);
}

const places: Readonly<Record<string, Write>> = {
  title: ({ change }, [text = ""]) => {
    change.title = text;
  },
  body: ({ change }, [, text = ""]) => {
    change.body = `Fixes #7\n\nPart of #8\n\n${text}`;
  },
  branch: ({ change }, [, , text = ""]) => {
    change.headRef = text;
  },
  issue: ({ repository }, [, , , title = "", body = ""]) => {
    Object.assign(repository.issues.get(8) ?? {}, { title, body });
  },
  labels: ({ change }, texts) => {
    for (const text of texts) change.label(text.slice(0, 1000), { by: "sam" });
  },
  comments: ({ change }, texts) => {
    for (const text of texts)
      change.comment({ author: "sam", body: `<!-- warrant:comment v1 -->\n${text.slice(0, 60_000)}` });
    change.review({ author: "rita", state: "COMMENTED", body: texts[0] ?? "" });
  },
  commit: (shop, texts) => {
    const [, , , , , message = "", trailer = "", author = ""] = texts;
    const files = texts.map((text) => [`src/${nameOf(text)}.ts`, `// ${text.toWellFormed()}\n`]);
    const trailers = `Co-authored-by: ${trailer}\nReviewed-by: Maria <maria@example.org>`;
    commit(shop, `${message}\n\n${trailers}`.replaceAll("\0", ""), author, Object.fromEntries(files));
  },
  // Last, since checks belong to the head.
  checks: ({ repository, github, change }, texts) => {
    const headSha = repository.git.resolveNow(change.head) ?? "";
    for (const [index, text] of texts.entries()) {
      const app = github.app({ id: 1000 + index, slug: nameOf(text) });
      repository.checkRun({ headSha, name: text, app, status: "completed", conclusion: "failure" });
      repository.status({ sha: headSha, context: text.slice(0, 500), state: "failure" });
      if (index < 3)
        repository.checkRun({ headSha, name: "warrant/change", app, status: "completed", conclusion: "success" });
    }
  },
};

/** Puts the change back to what it is without any attack. */
export function calm({ change, repository, work }: Shop): void {
  Object.assign(change, { title: "Add a discount", body: "Fixes #7\n\nPart of #8", headRef: "feature" });
  Object.assign(repository.issues.get(8) ?? {}, { title: "Coupons", body: "Coupons are discounts." });
  change.labels.clear();
  for (const list of [change.events, change.reviews, change.comments, repository.checkRuns, repository.statuses]) {
    list.length = 0;
  }
  change.push(work.git("rev-parse", "feature"));
}

/** Puts texts wherever a stranger can write: the first ones where there is room for one, all of them where there are lists. */
export function attack(shop: Shop, texts: readonly string[]): void {
  for (const write of Object.values(places)) write(shop, texts);
}
