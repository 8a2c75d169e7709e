/** @module The command lines of code platforms: gh and glab (actions, section 6.3). */

import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { globMark, isKnown } from "../shell/text.ts";

const withValue =
  /^(?:-[RbtBHlamFpLqjSfXDTnoeiscrw]|--(?:repo|body|title|base|head|label|assignee|milestone|body-file|project|limit|jq|json|template|search|state|author|field|raw-field|method|header|input|hostname|branch|reason|comment|env|org|user|reviewer|add-label|remove-label|add-assignee|remove-assignee|notes|notes-file|target|tag|description|homepage|name|ref|workflow|event|status|job|log|cache|preview|match-head-commit|subject|author-email|visibility|app|source|remote|clone|page))$/;

function operands(args: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) found.push(arg);
  }
  return found;
}

function valuesOf(args: readonly string[], short: string, long: string): string[] {
  const values: string[] = [];
  for (const [index, arg] of args.entries()) {
    if (arg === `-${short}` || arg === `--${long}`) values.push(args[index + 1] ?? "");
    else if (arg.startsWith(`--${long}=`)) values.push(arg.slice(long.length + 3));
    else if (short !== "" && arg.startsWith(`-${short}`) && !arg.startsWith("--")) values.push(arg.slice(2));
  }
  return values;
}

const reading =
  /^(?:view|list|ls|diff|checks|status|watch|show|download|clone|checkout|co|get|search|verify|logs|trace|lint)$/;
const host = "host:api.github.com";

function reads(run: Run, topic: string, verb: string, args: readonly string[]): void {
  run.effect("network", host);
  if (verb === "clone") {
    const [name = ""] = operands(args);
    run.path("write", name.split("/").at(-1) || "?");
    run.made(name.split("/").at(-1) ?? "", { from: "copy" });
  } else if (verb === "checkout" || verb === "co") {
    run.effect("write", "git:HEAD");
    for (const root of run.place.roots) run.made(root.path, { from: "copy" });
  } else if (verb === "download")
    run.path("write", valuesOf(args, "O", "output")[0] ?? valuesOf(args, "D", "dir")[0] ?? ".");
  if (args.includes("--web") || args.includes("-w")) run.effect("execute", `program:browser/${topic}`);
}

function api(run: Run, args: readonly string[]): void {
  const method = (valuesOf(args, "X", "method").at(-1) ?? "").toUpperCase();
  const [endpoint = ""] = operands(args);
  const fields = [...valuesOf(args, "f", "raw-field"), ...valuesOf(args, "F", "field")];
  const inputs = valuesOf(args, "", "input");
  run.reads(inputs.filter((path) => path !== "-"));
  for (const field of valuesOf(args, "F", "field")) {
    const file = /^[^=]*=@(?<file>.+)$/.exec(field)?.groups?.["file"];
    if (file !== undefined && file !== "-") run.path("read", file);
  }
  // A question mark begins the query; no file is called like an address.
  if (!isKnown(endpoint.replaceAll(globMark, "?"))) run.lose("it is not known what is asked for");
  if (endpoint === "graphql") {
    const query = fields.find((field) => field.startsWith("query="))?.slice(6) ?? "";
    if (query === "" || !isKnown(query) || query.startsWith("@") || inputs.length > 0) {
      run.effect("publish", "gh:graphql", "irreversible");
      run.lose("the query is not known");
    } else if (/^\s*(?:query\b|\{)/.test(query) && !/\bmutation\b/.test(query)) run.effect("network", host);
    else run.effect("publish", "gh:graphql", "irreversible");
    return;
  }
  const target = `gh:api/${endpoint.replace(/^\/+/, "")}`;
  if (method === "DELETE") run.effect("delete", target, "irreversible");
  else if (method === "GET" || method === "HEAD" || (method === "" && fields.length === 0 && inputs.length === 0))
    run.effect("network", host);
  else run.effect("publish", target, "costly");
}

/** Comments that begin so are commands to bots, which act on them at once. */
function isCommandToBot(args: readonly string[]): boolean {
  return valuesOf(args, "b", "body").some((body) => /^\s*[/@]/.test(body) || !isKnown(body.slice(0, 1)));
}

const irreversibleVerbs: Readonly<Record<string, RegExp>> = {
  pr: /^merge$/,
  mr: /^(?:merge|approve)$/,
  release: /^(?:create|delete|upload|delete-asset|edit)$/,
  repo: /^(?:create|delete|edit|archive|unarchive|rename|fork|sync|set-default|deploy-key)$/,
  workflow: /^(?:run|enable|disable)$/,
  run: /^delete$/,
  secret: /^(?:set|delete|remove)$/,
  variable: /^(?:set|delete|remove)$/,
  gist: /^(?:create|edit|delete|rename)$/,
  "ssh-key": /^(?:add|delete)$/,
  "gpg-key": /^(?:add|delete)$/,
  issue: /^(?:delete|transfer)$/,
  ruleset: /^(?:create|delete)$/,
  environment: /^(?:create|delete)$/,
  codespace: /^(?:create|delete|ssh|cp)$/,
  cache: /^delete$/,
};

function publishes(run: Run, topic: string, verb: string, args: readonly string[]): void {
  const [name = ""] = operands(args);
  const target = `gh:${topic}/${name === "" || !isKnown(name) ? "new" : name.replace(/^.*\/(?=[0-9]+$)/, "")}`;
  for (const file of valuesOf(args, "F", "body-file").concat(valuesOf(args, "", "notes-file")))
    if (file !== "-") run.path("read", file);
  const isApproval =
    topic === "pr" && verb === "review" && args.some((arg) => arg === "--approve" || /^-[a-z]*a/.test(arg));
  const isFinal = irreversibleVerbs[topic]?.test(verb) === true || isApproval || isCommandToBot(args);
  const isDelete = /^(?:delete|remove|delete-asset)$/.test(verb);
  run.effect(isDelete ? "delete" : "publish", target, isFinal || isDelete ? "irreversible" : "costly");
}

const publishing =
  /^(?:create|new|edit|update|comment|note|review|close|reopen|ready|rerun|retry|cancel|lock|unlock|pin|unpin|develop|update-branch|revert|add|item-add|item-edit|link|unlink|field-create|copy|approve|revoke|rebase|set|delete|remove)$/;
const topics = new Set(
  "pr issue run repo release label workflow secret variable gist ssh-key gpg-key project cache ruleset codespace environment mr ci pipeline org milestone snippet".split(
    " ",
  ),
);

const gh: Command = {
  options: { isLenient: true },
  isRaw: true,
  valued: withValue,
  read: (run) => {
    const args = run.args[0] === "-R" || run.args[0] === "--repo" ? run.args.slice(2) : run.args;
    const [topic = "", verb = "", ...rest] = args;
    if (topic === "" || topic === "help" || topic === "version" || topic === "status") run.effect("network", host);
    else if (topic === "api") api(run, args.slice(1));
    else if (topic === "search" || topic === "browse") run.effect("network", host);
    else if (topic === "auth") {
      if (verb === "token" || (verb === "status" && rest.some((arg) => arg === "-t" || arg === "--show-token")))
        run.effect("read", "env:GH_TOKEN", "costly");
      else if (verb === "status") run.effect("network", host);
      else run.effect("configure", `gh:auth/${verb}`, "costly");
    } else if (topic === "alias" || topic === "config") {
      if (verb === "list" || verb === "get") run.effect("read", `gh:${topic}`);
      else run.effect("configure", `gh:${topic}`, "costly");
    } else if (topic === "extension" || topic === "ext") {
      if (verb === "list" || verb === "search") run.effect("network", host);
      else if (verb === "install" || verb === "upgrade")
        run.effect("execute", `pkg:gh/${operands(rest)[0] ?? ""}`, "costly");
      else run.lose("gh runs an extension");
    } else if (!topics.has(topic)) run.lose("gh has a subcommand nobody declared; it may be an alias or an extension");
    else if (reading.test(verb)) reads(run, topic, verb, rest);
    else if (publishing.test(verb) || irreversibleVerbs[topic]?.test(verb) === true) publishes(run, topic, verb, rest);
    else run.lose("it is not known what gh does");
  },
};

export const forgeCommands = tableOf({ "gh glab": gh });
