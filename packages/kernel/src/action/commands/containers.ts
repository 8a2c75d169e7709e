/** @module Containers, clusters and infrastructure as code (actions, section 6.5). */

import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";
import { readElsewhere } from "./elsewhere.ts";
import { isElsewhere } from "./package-kinds.ts";

function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

const dockerValue =
  /^(?:-[vepwutlchafm]|--(?:volume|env|env-file|publish|workdir|user|name|network|net|label|entrypoint|hostname|add-host|mount|cap-add|cap-drop|device|gpus|memory|cpus|pid|ipc|uts|userns|security-opt|restart|platform|file|tag|build-arg|target|context|host|config|log-level|progress|project-name|profile|filter|format|since|until|tail|cidfile|tmpfs|ulimit|shm-size|link|dns|expose|stop-signal|health-cmd|pull|cache-from|cache-to|output|secret|ssh|iidfile|index|signal|time|timeout|scale|project-directory))$/;

function words(args: readonly string[], withValue: RegExp): { operands: string[]; rest: readonly string[] } {
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) {
      operands.push(arg);
    }
  }
  return { operands, rest: args };
}

/** The arguments from the first operand on: image or container, then its own command. */
function fromOperand(args: readonly string[], withValue: RegExp): readonly string[] {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) return args.slice(at);
  }
  return [];
}

function valuesOf(args: readonly string[], names: readonly string[]): string[] {
  const values: string[] = [];
  for (const [index, arg] of args.entries()) {
    for (const name of names) {
      if (arg === name) values.push(args[index + 1] ?? "?");
      else if (arg.startsWith(`${name}=`)) values.push(arg.slice(name.length + 1));
      else if (name.length === 2 && arg.startsWith(name) && !arg.startsWith("--") && arg.length > 2)
        values.push(arg.slice(2));
    }
  }
  return values;
}

function isDangerousMount(run: Run, source: string): boolean {
  if (!isKnown(source) || /docker\.sock|containerd\.sock|podman\.sock/.test(source)) return true;
  if (!/^[/.~]/.test(source)) return false;
  const { home } = run.place;
  return run.absolute(source.replace(/^~(?=\/|$)/, home ?? "~")).some((path) => {
    if (path === null) return true;
    const depth = path.split("/").filter((part) => part !== "").length;
    const isSystem = /^\/(?:etc|usr|var|bin|sbin|lib|boot|dev|proc|sys|root)(?:\/|$)/.test(path);
    return depth < 2 || isSystem || path === home || home?.startsWith(`${path}/`) === true;
  });
}

function elevates(run: Run, args: readonly string[]): void {
  const mounts = [
    ...valuesOf(args, ["-v", "--volume"]).map((value) => value.split(":")[0] ?? ""),
    ...valuesOf(args, ["--mount"]).flatMap(
      (value) => /(?:^|,)(?:source|src)=(?<path>[^,]*)/.exec(value)?.groups?.["path"] ?? [],
    ),
  ];
  const shares = [...valuesOf(args, ["--pid", "--net", "--network", "--ipc", "--uts", "--userns"])].includes("host");
  const isOpen =
    args.some((arg) => /^--(?:privileged(?:=true)?|cap-add(?:=.*)?|device(?:=.*)?)$/.test(arg)) ||
    valuesOf(args, ["--security-opt"]).some((value) => /unconfined|disable/.test(value));
  if (isOpen || shares || mounts.some((mount) => isDangerousMount(run, mount)))
    run.effect("elevate", "container:privileged", "irreversible");
  for (const file of valuesOf(args, ["--env-file"])) run.path("read", file);
}

/** Copies between here and a container, which `NAME:PATH` names. */
function copies(run: Run, operands: readonly string[]): void {
  const [from = "", to = ""] = operands;
  if (!from.includes(":") && from !== "-") run.path("read", from, { mode: "tree" });
  if (!to.includes(":") && to !== "-") {
    run.path("write", to);
    run.made(to, { from: "copy" });
  }
}

/** Steps of a build or of services that a file from elsewhere says. */
function otherSteps(run: Run, file: string): void {
  if (file !== "-" && isElsewhere(run, file)) run.path("execute", file, { reversibility: "costly" });
  else if (file === "-") run.lose("its steps come through a pipe");
}

const quiet =
  /^(?:ps|images|logs|inspect|version|info|stats|top|diff|port|history|events|search|ls|list|config|help|df|manifest|convert|wait)$/;

function compose(run: Run, args: readonly string[]): void {
  const { operands } = words(args, dockerValue);
  const [verb = ""] = operands;
  const rest = args.slice(args.indexOf(verb) + 1);
  for (const file of valuesOf(args.slice(0, args.indexOf(verb)), ["-f", "--file"])) otherSteps(run, file);
  if (quiet.test(verb) || verb === "port" || verb === "images") run.effect("read", "container:compose");
  else if (/^(?:up|build|stop|restart|start|create|pull|pause|unpause|watch)$/.test(verb)) {
    if (rest.some((arg) => /^(?:-V|--renew-anon-volumes)$/.test(arg)))
      run.effect("delete", "container:volumes", "costly");
    run.effect("execute", `project:docker-compose/${verb}`);
  } else if (verb === "down" || verb === "rm" || verb === "kill") {
    const isVolumes = rest.some((arg) => arg === "--volumes" || /^-[a-zA-Z]*v/.test(arg));
    run.effect("delete", "container:compose", isVolumes ? "irreversible" : verb === "down" ? "reversible" : "costly");
  } else if (verb === "run" || verb === "exec") {
    elevates(run, rest);
    const [service = "?", ...command] = fromOperand(rest, dockerValue);
    run.effect("execute", `container:${service}`, "costly");
    if (command.length > 0) readElsewhere(run, service, command, false);
  } else if (verb === "push") run.effect("publish", "image:compose", "irreversible");
  else if (verb === "cp") run.effect("execute", "container:compose", "costly");
  else if (verb !== "") run.lose("compose has a subcommand nobody declared");
}

const docker = raw((run) => {
  const [first = "", ...others] = fromOperand(run.args, /^(?:-H|-c|-l|--host|--context|--config|--log-level)$/);
  if (
    run.args.some((arg) => /^(?:-H|--host|--context|-c)$/.test(arg) && run.args.indexOf(arg) < run.args.indexOf(first))
  )
    run.lose("docker works on another host");
  if (run.name === "docker-compose" || run.name === "podman-compose") {
    compose(run, run.args);
    return;
  }
  if (first === "compose" || first === "stack") {
    compose(run, others);
    return;
  }
  const isGroup =
    /^(?:container|image|volume|network|system|builder|buildx|context|plugin|secret|swarm|service|node|pod|machine)$/.test(
      first,
    );
  const verb = isGroup ? (fromOperand(others, dockerValue)[0] ?? "") : first;
  const rest = isGroup ? others.slice(others.indexOf(verb) + 1) : others;
  const { operands } = words(rest, dockerValue);
  if (first === "volume" && /^(?:rm|prune|remove)$/.test(verb))
    run.effect("delete", `container:volume/${operands[0] ?? "*"}`, "irreversible");
  else if (first === "system" && verb === "prune") run.effect("delete", "container:system", "irreversible");
  else if (first === "system" && verb === "df") run.effect("read", "container:system");
  else if (quiet.test(verb) || verb === "") run.effect("read", `container:${first}`);
  else if (verb === "build" || verb === "buildx") {
    if (rest.includes("--push")) run.effect("publish", "image:build", "irreversible");
    elevates(run, rest);
    for (const file of valuesOf(rest, ["-f", "--file"])) otherSteps(run, file);
    for (const secret of valuesOf(rest, ["--secret", "--ssh"])) {
      const file = /(?:^|,)(?:source|src)=(?<path>[^,]*)/.exec(secret)?.groups?.["path"];
      if (file !== undefined) run.path("read", file);
    }
    const context = operands.find((operand) => /^(?:[a-z]+:\/\/|git@|github\.com\/)/.test(operand));
    if (context !== undefined) run.effect("execute", `container:${context}`, "costly");
    run.effect("execute", "project:docker/build");
  } else if (verb === "tag") run.effect("write", `image:${operands[1] ?? "?"}`);
  else if (verb === "pull") run.effect("network", `image:${operands[0] ?? "?"}`);
  else if (verb === "run" || verb === "create" || verb === "exec") {
    const [image = "?", ...command] = fromOperand(rest, dockerValue);
    const own = rest.slice(0, rest.length - command.length);
    elevates(run, own);
    run.effect("execute", `container:${image}`, "costly");
    if (verb === "exec" && command.length > 0) readElsewhere(run, image, command, false);
  } else if (verb === "cp") {
    copies(run, operands);
    run.effect("execute", `container:${operands[0]?.split(":")[0] ?? "?"}`, "costly");
  } else if (/^(?:rm|stop|kill|remove)$/.test(verb) && !/^(?:image|network|context|secret)$/.test(first)) {
    const isVolumes = verb === "rm" && rest.some((arg) => arg === "--volumes" || /^-[a-z]*v/.test(arg));
    for (const name of operands.length === 0 ? ["*"] : operands)
      run.effect("delete", `container:${name}`, isVolumes ? "irreversible" : "costly");
  } else if (verb === "rmi" || (first === "image" && /^(?:rm|prune|remove)$/.test(verb)))
    for (const name of operands.length === 0 ? ["*"] : operands) run.effect("delete", `image:${name}`, "costly");
  else if (verb === "prune" || ((first === "network" || first === "context" || first === "secret") && verb === "rm"))
    run.effect("delete", `container:${first}`, "costly");
  else if (verb === "push") run.effect("publish", `image:${operands[0] ?? "?"}`, "irreversible");
  else if (/^(?:start|restart|pause|unpause|rename|update|commit)$/.test(verb))
    run.effect(
      "execute",
      `container:${operands[0] ?? "?"}`,
      verb === "start" || verb === "restart" ? "reversible" : "costly",
    );
  else if (/^(?:save|export)$/.test(verb)) run.writes(valuesOf(rest, ["-o", "--output"]));
  else if (/^(?:load|import)$/.test(verb)) run.effect("write", "image:load", "costly");
  else if (/^(?:login|logout|use)$/.test(verb)) run.effect("configure", "container:login", "costly");
  else run.lose("docker has a subcommand nobody declared");
});

const kubeValue =
  /^(?:-[nflocLp]|--(?:namespace|filename|selector|output|container|context|cluster|kubeconfig|user|field-selector|type|patch|replicas|image|from-literal|from-file|tail|since|timeout|sort-by|server|token|as|as-group|grace-period|field-manager|for|subresource|overrides|labels|env|port|target-port|name))$/;

const kubectl = raw((run) => {
  const dashes = run.args.indexOf("--");
  const { operands } = words(dashes < 0 ? run.args : run.args.slice(0, dashes), kubeValue);
  const [verb = "", ...named] = operands;
  const [kind = "", name = ""] = named;
  const target = `k8s:${kind.includes("/") || name === "" ? kind : `${kind}/${name}`}`;
  const { args } = run;
  if (args.some((arg) => /^--(?:kubeconfig|server|as|token)/.test(arg)))
    run.lose("kubectl works with other credentials");
  run.reads(valuesOf(args, ["-f", "--filename"]).filter((path) => path !== "-" && !/^https?:/.test(path)));
  if (args.some((arg) => /^--dry-run(?:=.+)?$/.test(arg) && arg !== "--dry-run=none"))
    run.effect("network", "host:k8s");
  else if (/^(?:get|describe)$/.test(verb)) {
    const shows = args.some((arg) => /^(?:-o|--output|-o.+|--output=.*|--template.*)$/.test(arg));
    run.effect("network", "host:k8s");
    if (/^secrets?(?:\/|$|,)|,secrets?/.test(kind) && shows) run.effect("read", "env:k8s-secret", "costly");
  } else if (
    /^(?:logs|explain|top|version|api-resources|api-versions|diff|cluster-info|wait|events|completion|options|help|kustomize)$/.test(
      verb,
    )
  )
    run.effect("network", "host:k8s");
  else if (verb === "auth" && (kind === "can-i" || kind === "whoami")) run.effect("network", "host:k8s");
  else if (verb === "config") {
    if (/^(?:view|get-contexts|current-context|get-clusters|get-users)$/.test(kind)) {
      if (args.includes("--raw")) run.effect("read", "env:k8s-secret", "costly");
      else run.effect("read", "k8s:config");
    } else run.effect("configure", "k8s:config", "costly");
  } else if (verb === "delete" || verb === "drain" || verb === "taint") {
    const files = valuesOf(args, ["-f", "--filename"]);
    run.effect("delete", kind === "" ? `k8s:${files[0] ?? "*"}` : target, "irreversible");
  } else if (verb === "replace" && args.includes("--force")) run.effect("delete", "k8s:replace", "irreversible");
  else if (verb === "rollout") {
    if (kind === "undo") run.effect("publish", `k8s:${name}`, "irreversible");
    else if (kind === "status" || kind === "history") run.effect("network", "host:k8s");
    else run.effect("publish", `k8s:${name}`, "costly");
  } else if (
    /^(?:apply|create|patch|edit|replace|scale|set|label|annotate|expose|cordon|uncordon|run|autoscale)$/.test(verb)
  ) {
    if (verb === "apply" && args.includes("--prune")) run.effect("delete", "k8s:prune", "irreversible");
    run.effect("publish", kind === "" ? "k8s:apply" : target, "costly");
    if (verb === "edit") run.lose("kubectl opens an editor");
  } else if (verb === "exec" || verb === "attach" || verb === "debug") {
    run.effect("publish", target, "costly");
    const at = args.indexOf("--");
    if (at >= 0) readElsewhere(run, kind, args.slice(at + 1), false);
    else if (verb === "exec") run.lose("it opens a shell in a container");
  } else if (verb === "cp" || verb === "port-forward" || verb === "proxy") {
    if (verb === "cp") copies(run, named);
    run.effect("publish", `k8s:${verb}`, "costly");
  } else if (verb === "krew" || verb === "plugin") run.effect("execute", `pkg:kubectl/${name}`, "costly");
  else if (verb !== "") run.lose("kubectl has a subcommand nobody declared");
});

const helm = raw((run) => {
  const { operands } = words(run.args, kubeValue);
  const [verb = "", name = ""] = operands;
  if (run.args.some((arg) => arg.startsWith("--post-renderer"))) run.lose("helm runs a program of its own");
  if (run.args.some((arg) => arg === "--dry-run" || arg.startsWith("--dry-run="))) run.effect("network", "host:k8s");
  else if (/^(?:uninstall|delete|rollback|un|del)$/.test(verb))
    run.effect("delete", `k8s:helm/${name}`, "irreversible");
  else if (verb === "install" || verb === "upgrade") run.effect("publish", `k8s:helm/${name}`, "costly");
  else if (/^(?:list|ls|get|template|lint|status|diff|search|show|history|version|env|verify)$/.test(verb))
    run.effect("network", "host:k8s");
  else if (verb === "push") run.effect("publish", "pkg:helm", "irreversible");
  else if (/^(?:repo|plugin|registry)$/.test(verb)) run.effect("configure", `k8s:helm/${verb}`, "costly");
  else if (/^(?:dependency|dep|pull|fetch|package|create)$/.test(verb)) run.effect("write", "k8s:helm");
  else if (verb !== "") run.lose("helm has a subcommand nobody declared");
});

const terraform = raw((run) => {
  const { operands } = words(run.args, /^(?:-chdir)$/);
  const folder = run.args.find((arg) => arg.startsWith("-chdir="));
  if (folder !== undefined) run.cwds = run.absolute(folder.slice(7));
  const [verb = "", second = ""] = operands;
  if (run.args.some((arg) => arg.startsWith("-plugin-dir"))) run.lose("terraform runs programs of its own");
  const isRead =
    /^(?:init|validate|fmt|plan|show|output|graph|version|providers|get|console|metadata|test|login)$/.test(verb);
  if (verb === "plan" && run.args.some((arg) => arg === "-destroy")) run.effect("network", "host:terraform");
  else if (verb === "state" && /^(?:list|show|pull)$/.test(second)) run.effect("network", "host:terraform");
  else if (verb === "workspace" && /^(?:list|show|select|new)$/.test(second)) run.effect("network", "host:terraform");
  else if (verb === "output" || isRead) {
    run.effect("network", "host:terraform");
    if (verb === "init" || verb === "plan" || verb === "test") run.effect("execute", `project:terraform/${verb}`);
    const out = run.args.find((arg) => arg.startsWith("-out="));
    if (out !== undefined) run.path("write", out.slice(5));
    if (verb === "login") run.effect("configure", "tf:login", "costly");
    if (verb === "console") run.lose("terraform reads expressions");
  } else if (
    verb === "destroy" ||
    (verb === "apply" && run.args.includes("-destroy")) ||
    (verb === "workspace" && second === "delete") ||
    (verb === "state" && second === "rm")
  )
    run.effect("delete", `tf:${verb}`, "irreversible");
  else if (/^(?:apply|import|taint|untaint|state|force-unlock|refresh|workspace)$/.test(verb))
    run.effect("publish", `tf:${verb}`, "irreversible");
  else if (verb !== "") run.lose("terraform has a subcommand nobody declared");
});

const infrastructure = raw((run) => {
  const { operands } = words(
    run.args,
    /^(?:-[scCieltufMmT]|--(?:stack|stage|profile|region|config|inventory|extra-vars|limit|tags|user|app|context))$/,
  );
  const [verb = ""] = operands;
  if (run.name.startsWith("ansible")) {
    if (run.args.some((arg) => arg === "--check" || arg === "-C" || /^--(?:syntax-check|list-)/.test(arg)))
      run.effect("network", "host:ansible");
    else run.effect("publish", `tf:${run.name}`, "irreversible");
    return;
  }
  if (/^(?:destroy|remove|rm|delete)$/.test(verb)) run.effect("delete", `tf:${run.name}`, "irreversible");
  else if (/^(?:up|update|deploy|refresh|import|cancel|rollback|invoke|bootstrap)$/.test(verb))
    run.effect("publish", `tf:${run.name}`, "irreversible");
  else if (
    /^(?:preview|diff|synth|synthesize|ls|list|stack|config|logs|info|version|whoami|about|doctor|print|package|dev|shell|bind)$/.test(
      verb,
    )
  )
    run.effect(verb === "dev" ? "execute" : "network", verb === "dev" ? `project:${run.name}/dev` : `host:${run.name}`);
  else run.lose(`${run.name} has a subcommand nobody declared`);
});

export const containerCommands = tableOf({
  "docker podman docker-compose podman-compose nerdctl": docker,
  "kubectl oc k3s-kubectl": kubectl,
  "helm helm3": helm,
  "terraform tofu terragrunt": terraform,
  "pulumi cdk sst serverless sls ansible-playbook ansible": infrastructure,
});
