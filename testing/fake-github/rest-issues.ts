/** @module REST routes of issues: text, comments, reactions, timeline. */

import type { Account } from "./accounts.ts";
import type { Asked } from "./answers.ts";
import { bodyObject, issueFor, pageAnswer, reading, repositoryFor, writing } from "./answers.ts";
import type { Comment, FakeIssue } from "./issues.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import type { FakeRepository } from "./repository.ts";
import type { RestApp } from "./rest.ts";
import { commentShape, issueShape } from "./rest-pull-shapes.ts";
import { nodeId, type Schemas, userShape } from "./rest-shapes.ts";
import { timelineRows } from "./rest-timeline.ts";

const reactionContents = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;

export function addIssueRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo/issues/:number{[0-9]+}", (asked) => {
    return asked.json(issueShape(issueFor(asked, repositoryFor(asked, reading.issues))));
  });

  app.get("/repos/:owner/:repo/issues/:number{[0-9]+}/comments", (asked) => {
    const issue = issueFor(asked, repositoryFor(asked, reading.issues));
    return pageAnswer(
      asked,
      issue.comments.map((comment) => commentShape(issue, comment)),
    );
  });

  app.post("/repos/:owner/:repo/issues/:number{[0-9]+}/comments", (asked) => {
    const issue = issueFor(asked, repositoryFor(asked, writing.comments));
    const { account, app: through } = asked.get("viewer");
    if (issue.locked && !mayWrite(issue.repository, account)) {
      throw new PlatformError(403, "Unable to create comment because issue is locked.");
    }
    const body = commentBody(asked);
    const comment = issue.comment({ body, author: account.login, ...(through === undefined ? {} : { app: through }) });
    const shape = commentShape(issue, comment);
    return asked.json(shape, 201, { location: shape.url });
  });

  app.get("/repos/:owner/:repo/issues/comments/:id{[0-9]+}", (asked) => {
    const { issue, comment } = commentFor(asked, repositoryFor(asked, reading.issues));
    return asked.json(commentShape(issue, comment));
  });

  app.patch("/repos/:owner/:repo/issues/comments/:id{[0-9]+}", (asked) => {
    const { issue, comment } = commentFor(asked, repositoryFor(asked, writing.comments));
    demandOwn(asked, issue.repository, comment);
    comment.body = commentBody(asked);
    comment.updatedAt = issue.repository.world.now();
    return asked.json(commentShape(issue, comment));
  });

  app.delete("/repos/:owner/:repo/issues/comments/:id{[0-9]+}", (asked) => {
    const { issue, comment } = commentFor(asked, repositoryFor(asked, writing.comments));
    demandOwn(asked, issue.repository, comment);
    issue.comments.splice(issue.comments.indexOf(comment), 1);
    return asked.body(null, 204);
  });

  app.get("/repos/:owner/:repo/issues/comments/:id{[0-9]+}/reactions", (asked) => {
    const { issue, comment } = commentFor(asked, repositoryFor(asked, reading.issues));
    const wanted = asked.req.query("content");
    const reactions = comment.reactions.filter((reaction) => wanted === undefined || reaction.content === wanted);
    return pageAnswer(
      asked,
      reactions.map((reaction) => ({
        id: reaction.id,
        node_id: nodeId("Reaction", reaction.id),
        user: userShape(issue.repository.world, reaction.user),
        content: reaction.content,
        created_at: reaction.createdAt,
      })) satisfies Schemas["reaction"][],
    );
  });

  app.post("/repos/:owner/:repo/issues/comments/:id{[0-9]+}/reactions", (asked) => {
    const { issue, comment } = commentFor(asked, repositoryFor(asked, writing.comments));
    const { account } = asked.get("viewer");
    const { content } = bodyObject(asked);
    const known = reactionContents.find((one) => one === content);
    if (known === undefined) throw new PlatformError(422, "Validation Failed");
    const before = comment.reactions.find((one) => one.content === known && one.user.id === account.id);
    const reaction = before ?? issue.react(comment, known, { by: account.login });
    const shape = {
      id: reaction.id,
      node_id: nodeId("Reaction", reaction.id),
      user: userShape(issue.repository.world, reaction.user),
      content: reaction.content,
      created_at: reaction.createdAt,
    } satisfies Schemas["reaction"];
    return asked.json(shape, before === undefined ? 201 : 200);
  });

  app.get("/repos/:owner/:repo/issues/:number{[0-9]+}/timeline", (asked) => {
    const issue = issueFor(asked, repositoryFor(asked, reading.issues));
    return pageAnswer(asked, timelineRows(issue));
  });
}

function commentFor(asked: Asked, repository: FakeRepository): { issue: FakeIssue; comment: Comment } {
  const id = Number(asked.req.param("id"));
  for (const issue of repository.issues.values()) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment !== undefined) return { issue, comment };
  }
  throw notFound();
}

function mayWrite(repository: FakeRepository, account: Account): boolean {
  return ["write", "maintain", "admin"].includes(repository.roleOf(account).role);
}

/** Another's comment may be changed by who can write to the repository; an app changes its own only. */
function demandOwn(asked: Asked, repository: FakeRepository, comment: Comment): void {
  const { account, permissions } = asked.get("viewer");
  if (comment.author?.id === account.id) return;
  if (permissions === undefined && mayWrite(repository, account)) return;
  throw new PlatformError(
    403,
    permissions === undefined ? "Must have admin rights to Repository." : "Resource not accessible by integration",
  );
}

function commentBody(asked: Asked): string {
  const { body } = bodyObject(asked);
  if (typeof body !== "string" || body.trim() === "") {
    throw new PlatformError(422, "Validation Failed", {
      errors: [{ resource: "IssueComment", code: "missing_field", field: "body" }],
    });
  }
  const limit = asked.get("world").limits.bodyCharacters;
  // Counted in code points, not in UTF-16 halves.
  if (Array.from(body).length > limit) {
    throw new PlatformError(422, "Validation Failed", {
      errors: [
        {
          resource: "IssueComment",
          code: "unprocessable",
          field: "data",
          message: `Body is too long (maximum is ${limit} characters)`,
        },
      ],
    });
  }
  return body;
}
