/**
 * @module A machine of its own for the gate: a home, a repository, what was configured and installed, and the built programs, so
 * that hooks and the resident gate run as the real processes they are.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { findWorkTree } from "@warrant/sources/git/work-tree";
import { refreshPolicy } from "../packages/cli/src/gate/compile-policy.ts";
import { gatePlaces } from "../packages/cli/src/gate/places.ts";
import { createRepository, type TestRepository, temporaryFolder } from "./git-repository.ts";

const root = join(import.meta.dirname, "..");

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** A copy of what was built, which a build that runs meanwhile does not change. */
export function builtPrograms(): string {
  const folder = join(temporaryFolder("file"), "cli");
  for (const part of ["dist", "bin"]) cpSync(join(root, "packages/cli", part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The payload of a call as Claude Code sends it. */
export function claudeCall(cwd: string, tool: string, input: object, more: object = {}): string {
  return JSON.stringify({
    session_id: "session-1",
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_1",
    ...more,
  });
}

/** A repository with one commit, for all machines of a test file. */
export function smallRepository(): TestRepository {
  const repository = createRepository({ lasting: "file" });
  repository.commit("First", { "readme.md": "shop\n" });
  return repository;
}

export class HookMachine {
  readonly programs: string;
  readonly home: string;
  readonly repository: TestRepository;
  readonly #children: ChildProcess[] = [];

  constructor(programs: string, repository: TestRepository, lasting: "test" | "file" = "test") {
    this.programs = programs;
    this.home = join(temporaryFolder(lasting), "home");
    this.repository = repository;
    this.configure("action: { enforce: true }\n");
    this.writeState("install.json", {
      schema: "warrant.install/v1",
      program: join(this.home, ".local/share/warrant/hook"),
      entries: [
        {
          host: "claude-code",
          layer: "user",
          file: join(this.home, ".claude/settings.json"),
          digest: "sha256:none",
          created: [],
          is_new_file: true,
          host_version: "2.1.240",
          capabilities: [],
          at: "2026-03-01T09:00:00Z",
        },
      ],
    });
  }

  get state(): string {
    return join(this.home, ".local/state/warrant");
  }

  get socket(): string {
    return join(this.state, "run/gate.sock");
  }

  get env(): Record<string, string> {
    return {
      HOME: this.home,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      SHELL: "/bin/bash",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      // Tests may run as root, as in a container.
      WARRANT_DAEMON_AS_ROOT: "1",
    };
  }

  configure(text: string): void {
    mkdirSync(join(this.home, ".config/warrant"), { recursive: true });
    writeFileSync(join(this.home, ".config/warrant/config.yaml"), text);
  }

  writeState(name: string, content: object | string): void {
    mkdirSync(dirname(join(this.state, name)), { recursive: true, mode: 0o700 });
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(this.state, name), text, { mode: 0o600 });
  }

  /** As if it had been started as often as it may be: then hooks judge by themselves and start none. */
  withoutResident(): this {
    const now = Date.now();
    this.writeState("run/starts", `${now}\n${now}\n${now}\n`);
    return this;
  }

  /** Starts a program and waits for its end. */
  async run(program: string, args: readonly string[], input: string | Uint8Array, env = this.env): Promise<Ran> {
    const child = spawn(program, [...args], { cwd: this.repository.folder, env, stdio: "pipe" });
    this.#children.push(child);
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    }
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => {
      child.on("close", resolve);
    });
    return { ...texts, code };
  }

  /**
   * The client, as the host's program starts it. Where this machine was too slow it is started again: what is tested is what
   * the gate decides when it comes to it.
   */
  async hook(
    input: string | Uint8Array,
    env = this.env,
    args: readonly string[] = ["claude-code", "--via", "user"],
  ): Promise<Ran> {
    const program = [join(this.programs, "dist/hook-client.cjs"), ...args];
    let ran = await this.run(process.execPath, program, input, env);
    for (let tries = 0; tries < 5 && `${ran.stdout}${ran.stderr}`.includes("[action.deadline]"); tries += 1) {
      ran = await this.run(process.execPath, program, input, env);
    }
    return ran;
  }

  warrant(args: readonly string[], input = ""): Promise<Ran> {
    return this.run(process.execPath, [join(this.programs, "bin/start.js"), ...args], input);
  }

  call(tool: string, input: object, more: object = {}): string {
    return claudeCall(this.repository.folder, tool, input, more);
  }

  /** The resident gate in a process of its own, once it answers. */
  async resident(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(this.programs, "bin/start.js"), "daemon", "run"], {
      cwd: "/",
      env: this.env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#children.push(child);
    await this.answering();
    return child;
  }

  /** Resolves once something takes connections at the socket. */
  async answering(): Promise<void> {
    for (let tries = 0; tries < 1000; tries += 1) {
      if (existsSync(this.socket) && (await this.#isTaken())) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("the resident gate did not start");
  }

  #isTaken(): Promise<boolean> {
    return new Promise((resolve) => {
      const connection = connect(this.socket);
      connection.on("connect", () => {
        connection.destroy();
        resolve(true);
      });
      connection.on("error", () => resolve(false));
    });
  }

  /** The policies that hold here, compiled beforehand as the resident gate would. */
  async compiled(): Promise<this> {
    const places = gatePlaces(this.env);
    if (places === null) throw new Error("the machine has no home");
    await refreshPolicy(places, null);
    await refreshPolicy(places, findWorkTree(this.repository.folder));
    return this;
  }

  /** Ends every process that still runs, also one a client started in the background. */
  end(): void {
    const lock = join(this.state, "run/gate.lock");
    const pid = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
    try {
      if (pid > 0 && pid !== process.pid) process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    for (const child of this.#children) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    }
  }
}
