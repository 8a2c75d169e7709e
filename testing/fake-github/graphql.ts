/** @module Answers GraphQL queries by real execution over the part of GitHub's schema in schema.graphql. */

import { readFileSync } from "node:fs";
import { buildSchema, type DocumentNode, execute, GraphQLError, parse, specifiedRules, validate } from "graphql";
import { rollupNode, suiteNodes } from "./graphql-checks.ts";
import { commitNode, gitObjectNode } from "./graphql-commits.ts";
import type { Graph, Show } from "./graphql-graph.ts";
import { issueNode, labelNode, pullRequestNode } from "./graphql-issues.ts";
import { entryNode, queryRoot, refNode, repositoryNode } from "./graphql-repository.ts";
import { commentNode, reviewNode } from "./graphql-reviews.ts";
import { timelineConnection } from "./graphql-timeline.ts";
import { boundedConnections, nodeLimit, queryCost, weigh } from "./graphql-weight.ts";
import type { SeenRequest } from "./requests.ts";
import type { FakeGithub } from "./server.ts";
import type { Viewer } from "./tokens.ts";

const show: Show = {
  repository: repositoryNode,
  ref: refNode,
  gitObject: gitObjectNode,
  commit: commitNode,
  rollup: rollupNode,
  suites: suiteNodes,
  issue: issueNode,
  pullRequest: pullRequestNode,
  label: labelNode,
  review: reviewNode,
  comment: commentNode,
  timeline: timelineConnection,
  queueEntry: entryNode,
};

const sdl = readFileSync(new URL("schema.graphql", import.meta.url), "utf8");
const schema = buildSchema(sdl);

/** What an older Enterprise Server does not have yet. */
export type Newer = "userLinkedOnly" | "enableDuplicate" | "stateReason";

const newer: Readonly<Record<Newer, RegExp>> = {
  userLinkedOnly: /^ +userLinkedOnly: .*\n/gm,
  enableDuplicate: /\(enableDuplicate: Boolean = false\)/g,
  stateReason: /^ +stateReason.*\n/gm,
};

function schemaWithout(lacks: readonly Newer[]) {
  return lacks.length === 0 ? schema : buildSchema(lacks.reduce((text, name) => text.replaceAll(newer[name], ""), sdl));
}

/** Errors are answered with status 200, as on the platform; a query it cannot know is noted as unexpected. */
export async function answerGraphql(github: FakeGithub, viewer: Viewer, seen: SeenRequest): Promise<Response> {
  if (seen.document === undefined)
    return Response.json({ message: "A query attribute must be specified and must be a string." }, { status: 400 });
  let document: DocumentNode;
  try {
    document = parse(seen.document);
  } catch (error) {
    return refused(github, [error]);
  }
  const known = schemaWithout(github.lacks);
  const problems = validate(known, document, [...specifiedRules, boundedConnections]);
  // What an older server lacks is asked for on purpose; anything else is not.
  if (problems.length > 0) {
    const shown = problems.map(shownError);
    const isOld = shown.every(({ message }) => github.lacks.some((name) => message.includes(`'${name}'`)));
    return isOld ? Response.json({ errors: shown }) : refused(github, problems);
  }
  const weight = weigh(schema, document, seen.variables);
  if (weight.nodes > nodeLimit) {
    const message = `This query requests up to ${weight.nodes.toLocaleString("en-US")} possible nodes which exceeds the maximum limit of ${nodeLimit.toLocaleString("en-US")}.`;
    return refused(github, [new GraphQLError(message, { extensions: { type: "MAX_NODE_LIMIT_EXCEEDED" } })]);
  }
  const cost = queryCost(weight);
  viewer.rate.used += cost - 1;
  const graph: Graph = { show, world: github, viewer, cost, nodes: weight.nodes };
  const result = await execute({
    schema: known,
    document,
    rootValue: queryRoot(graph),
    variableValues: seen.variables,
  });
  if (result.errors === undefined) return Response.json({ data: result.data });
  for (const error of result.errors) {
    // A fault of the fake itself, not an answer of the platform.
    if (error.originalError !== undefined && !(error.originalError instanceof GraphQLError)) throw error.originalError;
  }
  return Response.json({ data: result.data ?? null, errors: result.errors.map(shownError) });
}

function refused(github: FakeGithub, errors: readonly unknown[]): Response {
  const shown = errors.map((error) => shownError(error as GraphQLError));
  for (const { message } of shown) github.unexpected.push(`GraphQL: ${message}`);
  return Response.json({ errors: shown });
}

const unknownArgument = /^Unknown argument "(?<argument>\w+)" on field "\w+\.(?<field>\w+)"/;
const unknownField = /^Cannot query field "(?<field>\w+)" on type "(?<type>\w+)"/;

function shownError(error: GraphQLError): Record<string, unknown> & { message: string } {
  const place = { ...(error.path === undefined ? {} : { path: error.path }), locations: error.locations ?? [] };
  const unknown = unknownField.exec(error.message)?.groups;
  if (unknown !== undefined) {
    const { field: fieldName, type: typeName } = unknown;
    const extensions = { code: "undefinedField", typeName, fieldName };
    return { ...place, extensions, message: `Field '${fieldName}' doesn't exist on type '${typeName}'` };
  }
  const argument = unknownArgument.exec(error.message)?.groups;
  if (argument !== undefined) {
    const { field: name, argument: argumentName } = argument;
    const extensions = { code: "argumentNotAccepted", name, typeName: "Field", argumentName };
    return { ...place, extensions, message: `Field '${name}' doesn't accept argument '${argumentName}'` };
  }
  const { type } = error.extensions ?? {};
  return { ...(type === undefined ? {} : { type }), ...place, message: error.message };
}
