/** @module The machine, other agents, and this gate itself (actions, section 6.6). */

import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";

function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

function words(args: readonly string[]): string[] {
  return args.filter((arg) => !arg.startsWith("-"));
}

const services = raw((run) => {
  const operands = words(run.args);
  const [verb = "", name = ""] =
    run.name === "service" || run.name === "rc-service" ? [operands[1] ?? "", operands[0] ?? ""] : operands;
  if (/^(?:status|list.*|is-.*|show|cat|print|blame|help|get-default|)$/.test(verb))
    run.effect("read", `service:${name}`);
  else if (/^(?:poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue)$/.test(verb))
    run.effect("configure", "machine:power", "irreversible");
  else if (
    /^(?:start|stop|restart|reload|try-restart|reload-or-restart|enable|disable|mask|unmask|load|unload|daemon-reload|daemon-reexec|bootstrap|bootout|kickstart|kill|set-property|set-default|edit|link|revert|isolate|preset|reenable|reset-failed|set-environment|submit|remove)$/.test(
      verb,
    )
  ) {
    run.effect("configure", `service:${name}`, "costly");
    if (verb === "edit") run.lose("it opens an editor");
  } else run.lose(`${run.name} has a verb nobody declared`);
});

const crontab = raw((run) => {
  const options = run.options({ short: "u:lreiT:sn", long: "" });
  if (options.has("r")) run.effect("delete", "cron", "irreversible");
  else if (options.has("l")) run.effect("read", "cron");
  else {
    run.reads(options.operands);
    run.effect("configure", "cron", "costly");
  }
});

const agents = raw((run) => {
  const { args, name } = run;
  const [verb = "", second = ""] = words(args);
  if (args.length === 1 && /^(?:-v|-V|-h)$/.test(args[0] ?? "")) return;
  if (verb === "mcp" && (second === "list" || second === "get")) {
    run.effect("read", `agent:${name}`);
    return;
  }
  if (/^(?:mcp|config|plugin|login|logout|setup-token|install|update)$/.test(verb))
    run.effect("configure", `agent:${name}`, "costly");
  const skips = args.some(
    (arg) =>
      /^--(?:dangerously-.*|yolo|full-auto|allow-all-tools|allow-all-paths|allow-all|force|yes-always|trust-all-tools|skip-permissions.*|auto-approve|approval-mode=yolo|permission-mode=bypassPermissions)$|^-y$/.test(
        arg,
      ) || /^(?:yolo|bypassPermissions|danger-full-access)$/.test(arg),
  );
  run.effect("delegate", `agent:${name}`, skips ? "irreversible" : "costly");
});

const looking = /^(?:check|verify|explain|act|trace|facts|backtest|doctor|policy|card|version|help|)$/;
const lookingSub: Readonly<Record<string, RegExp>> = {
  config: /^check$/,
  intent: /^show$/,
  commitments: /^(?:list|show)$/,
  inbox: /^(?:list|show|count)$/,
  receipt: /^(?:show|check)$/,
  ledger: /^check$/,
  hooks: /^(?:status|doctor)$/,
};

/** The gate's own command: looking is reading, granting or answering is for people alone (A14, A15). */
const warrant = raw((run) => {
  const [verb = "", second = ""] = words(run.args);
  if (looking.test(verb) || lookingSub[verb]?.test(second) === true) run.effect("read", "warrant:state");
  else run.effect("delegate", "warrant:grant", "irreversible");
});

/** What openssl reads and writes; whatever else it does is not known. */
const openssl = raw((run) => {
  const [verb = "", ...rest] = run.args;
  if (/^(?:version|rand|list|ciphers|help|prime|errstr)$/.test(verb)) {
    run.writes(rest.filter((_, index) => rest[index - 1] === "-out"));
    return;
  }
  if (!/^(?:dgst|x509|req|verify|asn1parse|crl|base64|enc|md5|sha1|sha256|sha512)$/.test(verb)) {
    run.lose("openssl does something nobody declared");
    return;
  }
  if (verb === "req" && !rest.includes("-in")) run.lose("openssl makes a key");
  for (const [index, arg] of rest.entries()) {
    const before = rest[index - 1] ?? "";
    if (/^-(?:out|keyout)$/.test(before)) run.path("write", arg);
    else if (/^-(?:in|inkey|key|kfile|sign|CAfile|verify|signature)$/.test(before)) run.path("read", arg);
    else if (!arg.startsWith("-") && !before.startsWith("-")) run.path("read", arg);
    else if (!arg.startsWith("-") && index === rest.length - 1) run.path("read", arg);
  }
});

const terminals = raw((run) => {
  const [verb = ""] = words(run.args);
  if (/^(?:ls|list-[a-z]+|has-session|has|display-message|info|show-options|-V)$/.test(verb)) return;
  run.lose(`${run.name} starts or steers another shell`);
  run.effect("execute", `program:${run.name}`, "irreversible");
  for (const arg of run.args) if (/\s/.test(arg)) run.reading.doubting(() => run.inner.text(arg, run.state));
});

const configures = (target: string): Command => raw((run) => run.effect("configure", target, "costly"));

export const machineCommands = tableOf({
  "systemctl service launchctl rc-service": services,
  crontab,
  openssl,
  tmux: terminals,
  "at batch": raw((run) => {
    run.effect("configure", "cron", "costly");
    run.lose("what runs later is not read");
  }),
  "shutdown reboot halt poweroff": raw((run) => run.effect("configure", "machine:power", "irreversible")),
  "useradd usermod adduser groupadd passwd chsh visudo chpasswd gpasswd": configures("machine:users"),
  "userdel deluser groupdel": raw((run) => run.effect("delete", `user:${words(run.args)[0] ?? "?"}`, "irreversible")),
  "iptables ip6tables nft ufw firewall-cmd pfctl": configures("machine:firewall"),
  sysctl: raw((run) => {
    if (run.args.some((arg) => arg === "-w" || arg === "-p" || arg.includes("=")))
      run.effect("configure", "machine:kernel", "costly");
    else run.effect("read", "machine:kernel");
  }),
  "modprobe insmod rmmod": configures("machine:kernel"),
  "ssh-keygen ssh-add ssh-copy-id": raw((run) => {
    const file = run.args[run.args.indexOf("-f") + 1];
    if (run.args.includes("-f") && file !== undefined)
      run.path(run.args.includes("-l") || run.args.includes("-y") ? "read" : "write", file);
    if (!run.args.includes("-l") && !run.args.includes("-L")) run.effect("configure", "machine:ssh", "costly");
  }),
  defaults: raw((run) => {
    if (run.args[0] === "read" || run.args[0] === "find" || run.args[0] === "domains")
      run.effect("read", "machine:defaults");
    else run.effect(run.args[0] === "delete" ? "delete" : "configure", "machine:defaults", "costly");
  }),
  gpg: raw((run) => {
    if (run.args.some((arg) => arg.startsWith("--delete"))) run.effect("delete", "machine:gpg", "irreversible");
    else if (run.args.some((arg) => /^--(?:list|verify|fingerprint|check)/.test(arg)))
      run.effect("read", "machine:gpg");
    else run.effect("configure", "machine:gpg", "costly");
  }),
  "pbcopy clip wl-copy": raw((run) => run.effect("write", "clipboard")),
  "pbpaste wl-paste": raw((run) => run.effect("read", "clipboard", "costly")),
  "xclip xsel": raw((run) => {
    if (run.args.some((arg) => /^-o|^--output|^-out/.test(arg))) run.effect("read", "clipboard", "costly");
    else run.effect("write", "clipboard");
  }),
  "open xdg-open": raw((run) => run.effect("execute", `program:open/${words(run.args)[0] ?? ""}`, "costly")),
  "claude codex gemini copilot cursor-agent opencode aider goose": agents,
  warrant,
});
