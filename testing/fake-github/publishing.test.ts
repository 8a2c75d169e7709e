import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Asker } from "./ask.ts";
import { shop } from "./fixture.ts";

const comments = "/repos/acme/shop/issues/12/comments";
const checkRuns = "/repos/acme/shop/check-runs";

async function publisher() {
  const basis = await shop();
  const { github, repository } = basis;
  const permissions = { contents: "read", pull_requests: "write", checks: "write", security_events: "write" } as const;
  const ask = new Asker(github, github.tokens.workflow(repository, permissions));
  return { ...basis, maria: basis.ask, ask, head: repository.git.resolveNow("feature") };
}

describe("comments", () => {
  it("are written, read back in order with pages, changed and removed", async () => {
    const { ask, change } = await publisher();
    const ids: number[] = [];
    for (const body of ["one", "two", "three"]) {
      const answer = await ask.send("POST", comments, { body });
      expect(answer).toMatchObject({ status: 201, body: { body } });
      ids.push((answer.body as { id: number }).id);
    }
    expect(await ask.all(`${comments}?per_page=2`)).toMatchObject([
      { body: "one" },
      { body: "two" },
      { body: "three" },
    ]);
    const path = `/repos/acme/shop/issues/comments/${ids[1]}`;
    expect(await ask.send("PATCH", path, { body: "two again" })).toMatchObject({
      status: 200,
      body: { body: "two again" },
    });
    expect(await ask.get(path)).toMatchObject({ body: { body: "two again" } });
    expect(await ask.send("DELETE", path)).toMatchObject({ status: 204 });
    expect(await ask.send("PATCH", path, { body: "x" })).toMatchObject({ status: 404 });
    expect(change.comments.map((comment) => comment.body)).toEqual(["one", "three"]);
  });

  it("of others may be changed by a person who can write, and not by an app", async () => {
    const { ask, maria, change } = await publisher();
    const comment = change.comment({ body: "sam's", author: "sam" });
    const path = `/repos/acme/shop/issues/comments/${comment.id}`;
    expect(await ask.send("PATCH", path, { body: "x" })).toMatchObject({ status: 403 });
    expect(await ask.send("DELETE", path)).toMatchObject({ status: 403 });
    expect(await maria.send("PATCH", path, { body: "maria's" })).toMatchObject({ status: 200 });
    expect(comment.body).toBe("maria's");
  });

  it.each([
    { length: 65_536, status: 201 },
    { length: 65_537, status: 422 },
  ])("C9: of $length characters are answered $status, an emoji counting as one", async ({ length, status }) => {
    const { ask } = await publisher();
    const answer = await ask.send("POST", comments, { body: "🙂".repeat(length) });
    expect(answer.status).toBe(status);
    if (status === 422) {
      expect(answer.body).toMatchObject({
        errors: [{ message: "Body is too long (maximum is 65536 characters)" }],
      });
    }
  });

  it.each([{}, { body: "" }, { body: " \n" }, { body: 7 }])("without text (%j) are refused", async (body) => {
    const { ask } = await publisher();
    expect(await ask.send("POST", comments, body)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "body" }] },
    });
  });

  it("on a locked conversation are refused to those who cannot write", async () => {
    const { github, maria, change } = await publisher();
    change.locked = true;
    const sam = new Asker(github, github.tokens.personal("sam"));
    expect(await sam.send("POST", comments, { body: "x" })).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/locked/) },
    });
    expect(await maria.send("POST", comments, { body: "x" })).toMatchObject({ status: 201 });
  });

  it("H10: carry reactions with who and when", async () => {
    const { ask, change } = await publisher();
    const comment = change.comment({ body: "card" });
    change.react(comment, "+1", { by: "sam", at: "2026-01-10T13:00:00Z" });
    change.react(comment, "-1", { by: "dependabot[bot]" });
    const path = `/repos/acme/shop/issues/comments/${comment.id}/reactions`;
    expect((await ask.get(path)).body).toMatchObject([
      { content: "+1", user: { login: "sam", type: "User" }, created_at: "2026-01-10T13:00:00Z" },
      { content: "-1", user: { login: "dependabot[bot]", type: "Bot", id: 49699333 } },
    ]);
    expect((await ask.get(`${path}?content=-1`)).body).toHaveLength(1);
    expect((await ask.all(comments))[0]).toMatchObject({ reactions: { total_count: 2, "+1": 1, "-1": 1 } });
    comment.reactions.length = 0;
    expect((await ask.get(path)).body).toEqual([]);
  });
});

describe("check runs", () => {
  it("are created in progress, completed by id, and found by commit and name", async () => {
    const { ask, head } = await publisher();
    const created = await ask.send("POST", checkRuns, {
      name: "warrant/change",
      head_sha: head,
      status: "in_progress",
      external_id: "sha256:1",
    });
    expect(created).toMatchObject({
      status: 201,
      body: { status: "in_progress", conclusion: null, app: { id: 15368 } },
    });
    const { id } = created.body as { id: number };
    const output = { title: "Denied", summary: "Nobody asked for it." };
    const done = await ask.send("PATCH", `${checkRuns}/${id}`, { conclusion: "failure", output });
    expect(done).toMatchObject({ body: { status: "completed", conclusion: "failure", output: { title: "Denied" } } });
    const list = `/repos/acme/shop/commits/${head}/check-runs`;
    expect(await ask.get(`${list}?check_name=warrant%2Fchange`)).toMatchObject({
      body: { total_count: 1, check_runs: [{ id, external_id: "sha256:1", head_sha: head }] },
    });
    expect(await ask.get(`${list}?check_name=other`)).toMatchObject({ body: { total_count: 0 } });
    expect(await ask.get("/repos/acme/shop/commits/main/check-runs")).toMatchObject({ body: { total_count: 0 } });
  });

  it("of one name are listed once, the newest, unless all are asked for", async () => {
    const { ask, head } = await publisher();
    for (const conclusion of ["failure", "success"])
      await ask.send("POST", checkRuns, { name: "x", head_sha: head, conclusion });
    const list = `/repos/acme/shop/commits/${head}/check-runs`;
    expect(await ask.get(list)).toMatchObject({ body: { total_count: 1, check_runs: [{ conclusion: "success" }] } });
    expect(await ask.get(`${list}?filter=all`)).toMatchObject({ body: { total_count: 2 } });
  });

  it("may be written by apps only, and changed by the app that made them", async () => {
    const { github, ask, maria, repository, head } = await publisher();
    const body = { name: "x", head_sha: head };
    expect(await maria.send("POST", checkRuns, body)).toMatchObject({
      status: 403,
      body: { message: "You must authenticate via a GitHub App." },
    });
    const foreign = repository.checkRun({ headSha: head, name: "x", app: github.app({ id: 9, slug: "other" }) });
    expect(await ask.send("PATCH", `${checkRuns}/${foreign.id}`, { conclusion: "success" })).toMatchObject({
      status: 403,
    });
  });

  it.each([
    { what: "no name", body: { name: undefined }, field: "name" },
    { what: "an unknown commit", body: { head_sha: "0".repeat(40) }, message: /No commit found/ },
    { what: "a branch for a commit", body: { head_sha: "feature" }, message: /No commit found/ },
    { what: "an unknown conclusion", body: { conclusion: "fine" }, field: "conclusion" },
    { what: "stale, which only the platform sets", body: { conclusion: "stale" }, field: "conclusion" },
    { what: "completed without a conclusion", body: { status: "completed" }, field: "conclusion" },
    { what: "output without a summary", body: { output: { title: "x" } }, field: "summary" },
    {
      what: "four buttons",
      body: { actions: Array.from({ length: 4 }, () => ({ label: "a", identifier: "a", description: "a" })) },
      field: "actions",
    },
    {
      what: "a button of 21 characters",
      body: { actions: [{ label: "x".repeat(21), identifier: "a", description: "a" }] },
      field: "actions",
    },
  ])("are refused with $what", async ({ body, field, message }) => {
    const { ask, head } = await publisher();
    const answer = await ask.send("POST", checkRuns, { name: "x", head_sha: head, ...body });
    expect(answer.status).toBe(422);
    if (field !== undefined) expect(answer.body).toMatchObject({ errors: [{ field }] });
    if (message !== undefined) expect(answer.body).toMatchObject({ message: expect.stringMatching(message) });
  });

  it.each([
    { field: "summary", length: 65_535, status: 201 },
    { field: "summary", length: 65_536, status: 422 },
    { field: "text", length: 65_535, status: 201 },
    { field: "text", length: 65_536, status: 422 },
    { field: "title", length: 255, status: 201 },
    { field: "title", length: 256, status: 422 },
  ])("C10: with $length characters of $field are answered $status", async ({ field, length, status }) => {
    const { ask, head } = await publisher();
    const output = { title: "x", summary: "x", [field]: "x".repeat(length) };
    expect((await ask.send("POST", checkRuns, { name: "x", head_sha: head, output })).status).toBe(status);
  });

  it.each([
    { count: 50, status: 201 },
    { count: 51, status: 422 },
  ])("C11: with $count annotations are answered $status, and later requests add theirs", async ({ count, status }) => {
    const { ask, head } = await publisher();
    const annotation = { path: "a.txt", start_line: 1, end_line: 1, annotation_level: "failure", message: "x" };
    const output = { title: "x", summary: "x", annotations: Array.from({ length: count }, () => annotation) };
    const answer = await ask.send("POST", checkRuns, { name: "x", head_sha: head, output });
    expect(answer.status).toBe(status);
    if (status !== 201) return;
    const { id } = answer.body as { id: number };
    const more = await ask.send("PATCH", `${checkRuns}/${id}`, { output: { ...output, annotations: [annotation] } });
    expect(more.body).toMatchObject({ output: { annotations_count: 51 } });
    expect(await ask.all(`${checkRuns}/${id}/annotations?per_page=100`)).toHaveLength(51);
  });
});

describe("statuses and siblings", () => {
  it("the combined status holds the newest of each context", async () => {
    const { ask, repository, head } = await publisher();
    const path = `/repos/acme/shop/commits/${head}/status`;
    expect(await ask.get(path)).toMatchObject({ body: { state: "pending", total_count: 0 } });
    repository.status({ sha: head, context: "ci", state: "failure" });
    expect(await ask.get(path)).toMatchObject({ body: { state: "failure" } });
    repository.status({ sha: head, context: "ci", state: "success" });
    expect(await ask.get(path)).toMatchObject({
      body: { state: "success", statuses: [{ context: "ci", state: "success" }] },
    });
  });

  it("F8: the changes of a commit are all those that hold it, whatever their base (screwdriver-cd/screwdriver#224)", async () => {
    const { ask, work, repository, head } = await publisher();
    work.git("branch", "release", "main");
    repository.pullRequest({ number: 13, head: "feature", base: "release" });
    expect(await ask.get(`/repos/acme/shop/commits/${head}/pulls`)).toMatchObject({
      body: [
        { number: 12, base: { ref: "main" }, head: { sha: head } },
        { number: 13, base: { ref: "release" }, head: { sha: head } },
      ],
    });
  });
});

describe("SARIF", () => {
  it("is taken gzipped in Base64 and nothing else", async () => {
    const { ask, repository, head } = await publisher();
    const path = "/repos/acme/shop/code-scanning/sarifs";
    const about = { commit_sha: head, ref: "refs/pull/12/head" };
    const sarif = gzipSync('{"version":"2.1.0"}').toString("base64");
    expect(await ask.send("POST", path, { ...about, sarif })).toMatchObject({ status: 202 });
    expect(repository.sarifUploads).toMatchObject([{ commitSha: head, sarif: '{"version":"2.1.0"}' }]);
    for (const wrong of ['{"version":"2.1.0"}', Buffer.from("{}").toString("base64")]) {
      expect(await ask.send("POST", path, { ...about, sarif: wrong })).toMatchObject({ status: 400 });
    }
  });
});
