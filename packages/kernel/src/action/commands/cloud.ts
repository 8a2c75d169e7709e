/** @module The command lines of clouds: the verb decides (actions, section 6.5). */

import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";

const withValue =
  /^--(?:region|profile|output|query|endpoint-url|project|zone|resource-group|subscription|name|format|filter|account|context|bucket|key|filters|cli-input-json|secret-id|with|instance-ids|stack-name|function-name|table-name|cluster|namespace|image-id|instance-type|count|include|exclude|acl|delimiter|max-items|page-size|names?)$/;

const looks =
  /^(?:describe|list|get|show|ls|head|lookup|search|scan|query|wait|help|version|estimate|validate|simulate|check|tail|filter|batch-get|info|view|current|presign-none)(?:-|$)/;
const destroys =
  /^(?:delete|terminate|remove|purge|rm|rb|destroy|deregister|release|revoke|detach|disable|cancel|abort|reset|restore-none)(?:-|$)/;
const changes =
  /^(?:create|put|update|modify|start|stop|add|set|attach|associate|enable|tag|untag|register|invoke|run|send|publish|copy|import|export|upload|deploy|reboot|replace|apply|resize|execute|batch-write|submit|mb|cp|mv|sync|allocate|authorize|scale|patch|ssh|login|assume)(?:-|$)/;
const sensitive = /^(?:iam|sts|organizations|kms|route53|route53domains|dns|role|ad|policy|account)$/;
const compute =
  /^(?:run-instances|create-(?:cluster|instance|instances|db-instance|db-cluster|nodegroup|fleet|volume|node|droplet|vm))$/;

function secretRead(words: readonly string[], args: readonly string[]): string | null {
  const text = words.join(" ");
  if (/secretsmanager (?:get-secret-value|batch-get-secret-value)/.test(text)) return "env:secretsmanager";
  if (/ssm get-parameters?/.test(text) && args.includes("--with-decryption")) return "env:ssm";
  if (/secrets versions access/.test(text)) return "env:gcloud-secrets";
  if (/auth (?:application-default )?print-[a-z-]*token/.test(text)) return "env:gcloud-token";
  if (/keyvault secret (?:show|download)/.test(text)) return "env:keyvault";
  if (/account get-access-token/.test(text)) return "env:az-token";
  if (/ecr(?:-public)? get-(?:login-password|authorization-token)/.test(text)) return "env:ecr";
  if (/sts (?:get-session-token|assume-role|get-federation-token)/.test(text)) return "env:sts";
  if (/configure (?:export-credentials|get)/.test(text)) return "env:aws";
  return null;
}

/** Copies between here and a bucket. */
function storage(run: Run, verb: string, operands: readonly string[], args: readonly string[]): void {
  const isRemote = (path: string) => /^(?:s3|gs|https?):\/\//.test(path) || !isKnown(path);
  const [from = "", to = ""] = operands;
  const name = (path: string) => path.replace(/^(?<scheme>s3|gs):\/\//, "").replace(/\/+$/, "");
  if (verb === "ls" || verb === "du") run.effect("network", "host:storage");
  else if (verb === "rm" || verb === "rb") run.effect("delete", `aws:s3/${name(from)}`, "irreversible");
  else if (verb === "mb" || verb === "website") run.effect("publish", `aws:s3/${name(from)}`, "costly");
  else if (verb === "presign") run.effect("publish", `aws:s3/${name(from)}`, "costly");
  else if (/^(?:cp|sync|mv|rsync)$/.test(verb)) {
    const deletes = args.some(
      (arg) => arg === "--delete" || arg === "--delete-unmatched-destination-objects" || arg === "-d",
    );
    if (isRemote(to)) {
      if (!isRemote(from)) run.path("read", from, { mode: "tree" });
      run.effect(
        "publish",
        `aws:s3/${name(to)}`,
        deletes || (verb === "mv" && isRemote(from)) ? "irreversible" : "costly",
      );
      if (deletes) run.effect("delete", `aws:s3/${name(to)}/**`, "irreversible");
      if (verb === "mv" && !isRemote(from)) run.path("delete", from, { mode: "tree" });
    } else {
      run.effect("network", "host:storage");
      run.path("write", to === "" ? "." : to, { mode: "tree" });
      if (deletes) run.path("delete", `${to}/\uFDD0\uFDD0`, { mode: "tree", reversibility: "irreversible" });
      if (verb === "mv") run.effect("delete", `aws:s3/${name(from)}`, "irreversible");
    }
  } else run.lose("the storage command has a verb nobody declared");
}

const cloud: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const { args, name } = run;
    const operands: string[] = [];
    for (let at = 0; at < args.length; at += 1) {
      const arg = args[at] ?? "";
      if (withValue.test(arg)) at += 1;
      else if (!arg.startsWith("-")) operands.push(arg);
    }
    const [service = ""] = operands;
    if (args.some((arg) => /^--(?:endpoint-url|no-verify-ssl|ca-bundle|api-endpoint-overrides)/.test(arg)))
      run.lose(`${name} asks another host`);
    for (const arg of args) {
      const file = /^fileb?:\/\/(?<path>.+)$/.exec(arg)?.groups?.["path"];
      if (file !== undefined) run.path("read", file);
    }
    if (service === "" || service === "version" || service === "help") return;
    const secret = secretRead(operands, args);
    if (secret !== null) {
      run.effect("read", secret, "costly");
      run.effect("network", `host:${name}`);
      return;
    }
    if ((name === "aws" && service === "s3") || (name === "gcloud" && service === "storage") || name === "gsutil") {
      const [verb = "", ...rest] = name === "gsutil" ? operands : operands.slice(1);
      storage(run, verb, rest, args);
      return;
    }
    if (name === "aws" && service === "ce") {
      run.effect("network", "host:aws");
      return;
    }
    if (
      service === "configure" ||
      service === "config" ||
      service === "login" ||
      service === "init" ||
      (service === "auth" && !looks.test(operands[1] ?? ""))
    ) {
      if (/^(?:list|get|get-value)$/.test(operands[1] ?? "")) run.effect("read", `${name}:config`);
      else run.effect("configure", `${name}:config`, "costly");
      return;
    }
    const verb =
      operands.slice(1, 6).find((word) => looks.test(word) || destroys.test(word) || changes.test(word)) ?? "";
    const isDry = args.some((arg) => arg === "--dry-run" || arg === "--dryrun");
    const target = `${name}:${operands.slice(0, 3).filter(isKnown).join("/")}`;
    if (looks.test(verb)) {
      run.effect("network", `host:${name}`);
      // `s3api get-object … FILE` keeps what it got.
      if (verb === "get-object") run.path("write", operands.at(-1) ?? "?");
    } else if (isDry) run.effect("network", `host:${name}`);
    else if (destroys.test(verb)) run.effect("delete", target, "irreversible");
    else if (changes.test(verb)) {
      const isSensitive = operands.slice(0, 2).some((word) => sensitive.test(word));
      run.effect("publish", target, isSensitive ? "irreversible" : "costly");
      const makesCompute =
        compute.test(verb) ||
        (verb === "create" &&
          /^(?:compute|vm|container|droplet|aks|sql|redis|instances?)$/.test(
            operands[1] === verb ? service : (operands[0] ?? ""),
          ));
      if (
        makesCompute ||
        (verb === "create" && operands.some((word) => /^(?:instances|clusters|droplet|vm|aks)$/.test(word)))
      ) {
        run.reading.add({
          kind: "pay",
          target: `pay:${name}`,
          reversibility: "costly",
          certain: true,
          amount_usd: null,
        });
      }
    } else run.lose(`${name} has a verb nobody declared`);
  },
};

export const cloudCommands = tableOf({ "aws gcloud az doctl gsutil hcloud linode-cli ibmcloud oci": cloud });
