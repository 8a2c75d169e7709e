import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { smallRepository } from "../../../../testing/hook-machine.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

it("`warrant mcp permission` judges what the host would have asked a person", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, ".config/warrant"), { recursive: true });
  writeFileSync(join(home, ".config/warrant/config.yaml"), "action: { enforce: true }\n");
  const calls = ["ls", "rm -rf /"].map((command, id) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "approve", arguments: { tool_name: "Bash", input: { command } } },
    }),
  );
  const { io, stdout } = testIo({
    cwd: smallRepository().folder,
    env: { HOME: home },
    stdin: `${calls.join("\n")}\n`,
    wallClock: Date.now,
  });
  expect(await run(["mcp", "permission"], io)).toBe(0);
  const said = stdout()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result: { content: { text: string }[] } })
    .sort((one, other) => one.id - other.id)
    .map(({ result }) => JSON.parse(result.content[0]?.text ?? "") as { behavior: string; message?: string });
  expect(said).toMatchObject([{ behavior: "allow" }, { behavior: "deny" }]);
  expect(said[1]?.message).toContain("[action.critical-path]");
});
