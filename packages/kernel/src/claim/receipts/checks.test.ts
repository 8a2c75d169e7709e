import { describe, expect, it } from "vitest";
import { checkOfArgv } from "./checks.ts";
import { readScript } from "./script.ts";
import { layersOf } from "./unwrap.ts";

/** A command line as `kinds scope targets`, `edit` or `none`. */
function read(command: string): string {
  const argv = readScript(command).steps[0]?.argv ?? [];
  for (const layer of layersOf(argv, [argv]).toReversed()) {
    const found = checkOfArgv(layer);
    if (found === "edit") return "edit";
    if (found !== null)
      return [found.kinds.join("+"), found.scope, ...found.targets, ...(found.fixes ? ["(fixes)"] : [])].join(" ");
  }
  return "none";
}

describe("a command", () => {
  it.each([
    ["npm test", "tests full"],
    ["npm t", "tests full"],
    ["npm test --silent", "tests full"],
    ["npm test -- src/a.test.ts", "tests narrow src/a.test.ts"],
    ["npm run test:unit", "tests narrow unit"],
    ["npm run e2e", "tests full"],
    ["npm test -w packages/a", "tests narrow packages/a"],
    ["pnpm --filter web test", "tests narrow web"],
    ["pnpm -r test", "tests full"],
    ["yarn vitest run", "tests full"],
    ["npx vitest run --coverage", "tests full"],
    ["npx vitest run --reporter dot", "tests full"],
    ["npx vitest run src/a.test.ts", "tests narrow src/a.test.ts"],
    ["npx jest -t parser", "tests narrow parser"],
    ["npx vitest list", "none"],
    ["vitest --version", "none"],
    ["npx playwright test", "tests full"],
    ["npx playwright install", "none"],
    ["node --test", "tests full"],
    ["bun test", "tests full"],
    ["deno test", "tests full"],
    ["pytest -q", "tests full"],
    ["pytest -n 4 --tb short", "tests full"],
    ["python3 -m pytest tests/test_a.py::test_b", "tests narrow tests/test_a.py::test_b"],
    ["python -m unittest discover", "tests full"],
    ["uv run pytest", "tests full"],
    ["poetry run pytest -k parser", "tests narrow parser"],
    ["coverage run -m pytest", "tests full"],
    ["bundle exec rspec", "tests full"],
    ["tox", "tests full"],
    ["go test ./...", "tests full"],
    ["go test ./store", "tests narrow ./store"],
    ["go test -run TestA ./...", "tests narrow TestA"],
    ["cargo test --workspace", "tests full"],
    ["cargo test parser", "tests narrow parser"],
    ["cargo nextest run", "tests full"],
    ["cargo test -p core", "tests narrow core"],
    ["mvn verify", "tests+build full"],
    ["mvn test -Dtest=CartTest", "tests narrow CartTest"],
    ["mvn package -DskipTests", "build full"],
    ["./gradlew build", "tests+build full"],
    ["./gradlew test --tests CartTest", "tests narrow CartTest"],
    ["dotnet test", "tests full"],
    ["bazel test //...", "tests full"],
    ["bazel test //a:b", "tests narrow //a:b"],
    ["make test", "tests full"],
    ["make", "build full"],
    ["make -j4", "build full"],
    ["make ci", "none"],
    ["just lint", "lint full"],
    ["npm run build", "build full"],
    ["npx tsc --noEmit", "typecheck full"],
    ["npx tsc -p tsconfig.json", "build+typecheck full"],
    ["npm run typecheck", "typecheck full"],
    ["npm run type-check", "typecheck full"],
    ["mypy src", "typecheck full"],
    ["cargo check", "build+typecheck full"],
    ["next build", "build full"],
    ["docker build .", "build full"],
    ["cmake --build out", "build full"],
    ["npx eslint src", "lint full"],
    ["npx eslint src/a.ts", "lint narrow src/a.ts"],
    ["npx eslint --fix src", "lint full (fixes)"],
    ["npm run lint:fix", "lint full (fixes)"],
    ["ruff check .", "lint full"],
    ["ruff format", "edit"],
    ["cargo clippy -- -D warnings", "lint full"],
    ["go vet ./...", "lint full"],
    ["npx prettier --write .", "edit"],
    ["npx prettier --check .", "none"],
    ["npm run format", "edit"],
    ["npm run format:check", "none"],
    ["cargo fmt", "edit"],
    ["npm ci", "edit"],
    ["pip install -r requirements.txt", "edit"],
    ["git checkout main", "edit"],
    ["git checkout -b fix", "none"],
    ["git stash list", "none"],
    ["git -C sub pull", "edit"],
    ["git commit -am x", "none"],
    ["docker compose run --rm web npm test", "tests full"],
    ["docker compose up -d", "none"],
    ["ls", "none"],
    ["npm run verify", "none"],
  ])("%s: %s", (command, wanted) => {
    expect(read(command)).toBe(wanted);
  });
});

describe("a script", () => {
  const deciding = (text: string) =>
    readScript(text).steps.map(({ argv, decides, surely }) => `${argv[0]}${decides ? "!" : ""}${surely ? "" : "?"}`);

  it.each([
    ["a", ["a!"]],
    ["a; b", ["a", "b!"]],
    ["a && b && c", ["a!", "b!", "c!"]],
    ["a || b", ["a", "b?"]],
    ["a && b || c", ["a", "b?", "c?"]],
    ["a | b", ["a", "b!"]],
    ["set -o pipefail; a | b", ["set", "a!", "b!"]],
    ["set -e\na\nb", ["set", "a!", "b!"]],
    ["! a", ["a"]],
    ["a &", ["a?"]],
    ["if a; then b; fi", ["a?", "b?"]],
    ["for x in 1 2; do a; done", ["a?"]],
    ["(a && b)", ["a!", "b!"]],
    ["{ a; b; }", ["a", "b!"]],
    ["time a", ["a!"]],
    ["cd x && a", ["cd!", "a!"]],
  ])("%s: %j", (text, wanted) => {
    expect(deciding(text)).toEqual(wanted);
  });

  it("knows the folder of each step, the files it is redirected into, and what it is given", () => {
    const steps = readScript("cd a && cd b && x > out.txt; (cd /c; y); cat > z <<'E'\nbody\nE\ncd $D; w").steps;
    expect(steps.map(({ argv, folder }) => `${argv[0]} ${folder}`)).toEqual([
      "cd ",
      "cd a",
      "x a/b",
      "cd a/b",
      "y /c",
      "cat a/b",
      "cd a/b",
      "w ?",
    ]);
    expect(steps.flatMap(({ written }) => written)).toEqual(["out.txt", "z"]);
    expect(steps.find(({ argv }) => argv[0] === "cat")?.input).toBe("body\n");
  });

  it("that is not well-formed, or too long, is not understood", () => {
    expect(readScript("if a; then").isUnderstood).toBe(false);
    expect(readScript("a ".repeat(20_000)).isUnderstood).toBe(false);
  });
});
