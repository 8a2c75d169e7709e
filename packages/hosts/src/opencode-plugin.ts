/** @module The text of the plugin that OpenCode loads. It holds no rule, so that it never has to change. */

/** Which program it starts, with which source of configuration. */
export interface PluginStart {
  readonly program: string;
  readonly via: string;
}

/**
 * An ES module that hands every hook to the program and does what it answers. Whatever fails before a call refuses it; whatever
 * fails elsewhere holds nothing up.
 */
export function openCodePlugin({ program, via }: PluginStart): string {
  return `// Written by \`warrant hooks install opencode\`; \`warrant hooks uninstall opencode\` removes it.
import { spawn } from "node:child_process";

const program = ${JSON.stringify(program)};
const words = ["opencode", "--via", ${JSON.stringify(via)}];
const failure = "Warrant: the gate could not be asked. Next: run \`warrant hooks doctor opencode\`. [action.failed]";

function ask(payload) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: "pipe" });
    let told = "";
    let said = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), 10000);
    child.stdout.on("data", (chunk) => (told += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    child.stdin.on("error", () => {});
    child.on("error", () => {
      clearTimeout(timer);
      reject(new Error(failure));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) return reject(new Error(said.trim() || failure));
      try {
        const answer = told.trim() === "" ? {} : JSON.parse(told);
        if (typeof answer !== "object" || answer === null) throw new Error(failure);
        resolve(answer);
      } catch {
        reject(new Error(failure));
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

export const Warrant = async ({ client, directory }) => {
  const roots = new Map();

  async function rootOf(id, depth = 0) {
    if (typeof id !== "string" || depth > 10) return null;
    if (roots.has(id)) return roots.get(id);
    const { data } = await client.session.get({ path: { id } });
    if (data?.id !== id) return null;
    const root = data.parentID ? await rootOf(data.parentID, depth + 1) : id;
    if (root !== null) roots.set(id, root);
    return root;
  }

  async function tell(event, input, output) {
    let root = null;
    try {
      root = await rootOf(input?.sessionID);
    } catch {
      // Nobody knows whose session it is; the gate takes the careful side.
    }
    return ask({ event, cwd: directory, root, input, output });
  }

  async function report(event, input, output) {
    try {
      await tell(event, input, output);
    } catch {
      // What is over, or what a person wrote, is not held up.
    }
  }

  return {
    "tool.execute.before": async (input, output) => {
      const answer = await tell("tool.execute.before", input, { args: output.args });
      if (answer.throw !== undefined) throw new Error(String(answer.throw));
      if (answer.args !== undefined) Object.assign(output.args, answer.args);
    },
    "permission.ask": async (input, output) => {
      const answer = await tell("permission.ask", input, output);
      if (answer.status === "allow" || answer.status === "deny") output.status = answer.status;
    },
    "tool.execute.after": (input, output) => report("tool.execute.after", input, output),
    "chat.message": (input, output) => report("chat.message", input, output),
    event: async ({ event }) => {
      if (event.type === "session.idle") await report("session.idle", event.properties, {});
    },
  };
};
`;
}
