/** @module Commands that change files of the project without naming them: formatters, installs, git (claim gate, 5.2). */

/** `edit` when a command changes files of the project. */
export function editor(name: string, args: readonly string[]): "edit" | null {
  const verbs = args.filter((word) => !word.startsWith("-"));
  const [verb = ""] = verbs;
  if (
    /^(?:prettier|gofmt|goimports|shfmt|clang-format|dprint|swiftformat|terraform|black|isort|rustfmt|autopep8|yapf)$/.test(
      name,
    )
  ) {
    if (args.some((word) => /^(?:--check|--diff|-l|--list-different|--dry-run)$/.test(word))) return null;
    const isInPlace = args.some((word) => /^(?:--write|-w|-i|--in-place)$/.test(word));
    return isInPlace || /^(?:black|isort|rustfmt|swiftformat)$/.test(name) || verb === "fmt" ? "edit" : null;
  }
  if (/^pip[0-9.]*$/.test(name)) return /^(?:install|uninstall)$/.test(verb) ? "edit" : null;
  if (/^(?:poetry|uv|pdm|pipenv|bundle|composer|gem|conda|rye)$/.test(name))
    return /^(?:add|remove|install|update|sync|lock|require|uninstall|pip)$/.test(verb) ? "edit" : null;
  if (name !== "git") return null;
  const at = args.findIndex((word, index) => !word.startsWith("-") && !/^(?:-C|-c)$/.test(args[index - 1] ?? ""));
  const [sub = "", ...rest] = at < 0 ? [] : args.slice(at);
  if (!/^(?:checkout|switch|merge|rebase|pull|reset|stash|apply|am|cherry-pick|revert|restore)$/.test(sub)) return null;
  if (sub === "stash" && /^(?:list|show)$/.test(rest[0] ?? "")) return null;
  if (sub === "apply" && rest.includes("--check")) return null;
  // A new branch from here changes no file.
  const isNew = /^(?:checkout|switch)$/.test(sub) && rest.length === 2 && /^(?:-b|-B|-c|-C)$/.test(rest[0] ?? "");
  return isNew ? null : "edit";
}
