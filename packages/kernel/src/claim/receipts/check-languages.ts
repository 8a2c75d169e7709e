/** @module Checks that the tools of a language are asked for by a verb: `go test`, `cargo clippy`, `mvn verify` (claim gate, 5.2). */

import { type Check, check, hasFix } from "./check-scope.ts";
import type { CheckKind } from "./kinds.ts";

/** A command of a language's own tool. */
export function languageCheck(name: string, args: readonly string[]): Check | "edit" | null {
  const verbs = args.filter((word) => !word.startsWith("-"));
  const [verb = ""] = verbs;
  const rest = args.slice(args.indexOf(verb) + 1);
  switch (name) {
    case "node":
      return args.includes("--test")
        ? check(
            ["tests"],
            args.filter((word) => word !== "--test"),
          )
        : null;
    case "deno":
      if (verb === "test") return check(["tests"], rest);
      if (verb === "check") return check(["typecheck"], rest, { folderWhole: true });
      if (verb === "lint") return check(["lint"], rest, { folderWhole: true });
      return verb === "fmt" && !args.includes("--check") ? "edit" : null;
    case "go":
      if (verb === "test") return check(["tests"], rest);
      if (verb === "build") return check(["build"], rest);
      if (verb === "vet") return check(["lint"], rest);
      return verb === "get" || verb === "fmt" || (verb === "mod" && verbs[1] === "tidy") ? "edit" : null;
    case "cargo": {
      const known = args.filter((word) => !word.startsWith("+"));
      const at = known.findIndex((word) => !word.startsWith("-"));
      const [sub = "", ...words] = at < 0 ? [] : known.slice(at);
      if (sub === "test" || sub === "t") return check(["tests"], untilDashes(words));
      if (sub === "nextest") return check(["tests"], untilDashes(words), { skips: ["run"] });
      if (sub === "build" || sub === "b") return check(["build"], words);
      if (sub === "check" || sub === "c") return check(["build", "typecheck"], words);
      if (sub === "clippy") return check(["lint"], untilDashes(words), { fixes: hasFix(words) });
      return /^(?:fmt|fix|add|update|remove)$/.test(sub) && !args.includes("--check") ? "edit" : null;
    }
    case "mvn":
    case "mvnw": {
      const kinds: CheckKind[] = [];
      const skips = args.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word));
      if (!skips && verbs.some((word) => /^(?:test|verify|package|install)$/.test(word))) kinds.push("tests");
      if (verbs.some((word) => /^(?:compile|package|verify|install)$/.test(word))) kinds.push("build");
      const goals = verbs.filter((word) => !/^(?:clean|test|verify|package|install|compile)$/.test(word));
      return kinds.length === 0 ? null : check(kinds, [...args.filter((word) => word.startsWith("-")), ...goals]);
    }
    case "gradle":
    case "gradlew": {
      const kinds: CheckKind[] = [];
      const isTask = (word: string, names: RegExp) => names.test(word.split(":").at(-1) ?? "");
      const skips = args.some((word, at) => word === "-x" && args[at + 1] === "test");
      if (!skips && verbs.some((word) => isTask(word, /^(?:test|check|build)$/))) kinds.push("tests");
      if (verbs.some((word) => isTask(word, /^(?:build|assemble|classes|jar)$/))) kinds.push("build");
      const modules = verbs.filter((word) => /^:?[^:]+:/.test(word));
      const flags = args.filter((word, at) => word.startsWith("-") || args[at - 1] === "--tests");
      return kinds.length === 0 ? null : check(kinds, [...flags, ...modules]);
    }
    case "dotnet":
    case "mix":
    case "swift":
    case "bazel":
    case "bazelisk":
    case "rails":
    case "xcodebuild":
      if (verbs.includes("test")) {
        const words = name === "xcodebuild" ? [] : args.slice(args.indexOf("test") + 1);
        return check(
          ["tests"],
          words.filter((word) => !word.endsWith(".sln")),
        );
      }
      if (verb === "format") return "edit";
      return verbs.includes("build") || verb === "compile" ? check(["build"], [], {}) : null;
    case "cmake":
      return args.includes("--build") ? check(["build"], []) : null;
    case "docker":
    case "podman":
      return verb === "build" ? check(["build"], []) : null;
    case "next":
    case "vite":
    case "astro":
    case "nuxt":
      return verb === "build" ? check(["build"], []) : null;
    default:
      return null;
  }
}

function untilDashes(words: readonly string[]): readonly string[] {
  const at = words.indexOf("--");
  return at < 0 ? words : words.slice(0, at);
}
