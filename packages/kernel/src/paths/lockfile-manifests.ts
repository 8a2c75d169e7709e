/** @module Which manifests a lockfile is written from, by ecosystem. */

const node = ["package.json", "pnpm-workspace.yaml", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"];
const dotnet = [
  "*.csproj",
  "*.fsproj",
  "*.vbproj",
  "Directory.Packages.props",
  "Directory.Build.props",
  "nuget.config",
];
const gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "libs.versions.toml"];

const manifestsByLockfile: ReadonlyMap<string, readonly string[]> = new Map([
  ["package-lock.json", node],
  ["npm-shrinkwrap.json", node],
  ["yarn.lock", node],
  ["pnpm-lock.yaml", node],
  ["bun.lock", [...node, "bunfig.toml"]],
  ["bun.lockb", [...node, "bunfig.toml"]],
  ["deno.lock", ["deno.json", "deno.jsonc", "jsr.json", "package.json"]],
  ["uv.lock", ["pyproject.toml"]],
  ["poetry.lock", ["pyproject.toml"]],
  ["pdm.lock", ["pyproject.toml"]],
  ["pylock.toml", ["pyproject.toml"]],
  ["pixi.lock", ["pixi.toml", "pyproject.toml"]],
  ["Pipfile.lock", ["Pipfile"]],
  ["conda-lock.yml", ["environment.yml", "environment.yaml", "pyproject.toml"]],
  ["go.sum", ["go.mod"]],
  ["go.work.sum", ["go.work", "go.mod"]],
  ["Cargo.lock", ["Cargo.toml"]],
  ["Gemfile.lock", ["Gemfile", "*.gemspec"]],
  ["composer.lock", ["composer.json"]],
  ["mix.lock", ["mix.exs"]],
  ["pubspec.lock", ["pubspec.yaml"]],
  ["Podfile.lock", ["Podfile"]],
  ["Package.resolved", ["Package.swift"]],
  ["packages.lock.json", dotnet],
  ["project.assets.json", dotnet],
  ["gradle.lockfile", gradle],
  ["buildscript-gradle.lockfile", gradle],
  ["flake.lock", ["flake.nix"]],
  ["conan.lock", ["conanfile.txt", "conanfile.py"]],
  ["MODULE.bazel.lock", ["MODULE.bazel"]],
  [".terraform.lock.hcl", ["*.tf"]],
  ["Chart.lock", ["Chart.yaml", "Chart.yml"]],
  ["mise.lock", ["mise.toml", ".mise.toml", ".tool-versions"]],
]);

/**
 * The names (`*.ending` stands for all with that ending) of the manifests a lockfile is written from. A lockfile of no known ecosystem has none.
 */
export function manifestsOf(lockfilePath: string): readonly string[] {
  return manifestsByLockfile.get(lockfilePath.slice(lockfilePath.lastIndexOf("/") + 1)) ?? [];
}
