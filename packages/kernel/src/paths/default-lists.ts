/**
 * @module The default path lists (change gate, sections 7.3, 8.3 and 11.2), as data. Changing an entry changes verdicts:
 * raise `rulesVersion` with it.
 */

/** Entries separated by white space; no pattern holds any. */
function entries(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Tests and what they are made of. */
export const defaultTestPatterns: readonly string[] = entries(`
  **/test/** **/tests/** **/__tests__/** **/e2e/** **/testdata/** **/__snapshots__/** **/integration-tests/**
  **/cypress/** **/*.Test/** **/*.Tests/** **/*.UnitTests/** **/*.IntegrationTests/** *_test.* *.test.* *.spec.*
  *_spec.rb test_*.py *Test.java *Test.kt *Test.cs *Test.php *Test.swift *Test.scala *Tests.java *Tests.kt
  *Tests.cs *Tests.php *Tests.swift *Tests.scala *.bats *.snap
`);

/** Prose for people. Release notes of tools, governance files and requirement lists are not. */
export const defaultDocsPatterns: readonly string[] = entries(`
  *.md *.markdown *.rst *.adoc *.asciidoc **/doc/**/*.txt **/docs/**/*.txt !**/.changeset/** !**/.changes/**
  !SECURITY.md !GOVERNANCE.md !MAINTAINERS* !requirements*.txt !constraints*.txt !CMakeLists.txt
`);

/** What a package manager wrote down. */
export const defaultLockfilePatterns: readonly string[] = entries(`
  *.lock *.lockb *.lockfile *-lock.json *-lock.yaml *.lock.json *.lock.yaml *.lock.yml *.lock.hcl
  npm-shrinkwrap.json packages.lock.json go.sum go.work.sum Package.resolved
`);

/** What decides which code is installed or run. */
export const defaultManifestPatterns: readonly string[] = entries(`
  package.json pnpm-workspace.yaml .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs bunfig.toml deno.json deno.jsonc
  jsr.json pyproject.toml setup.py setup.cfg requirements*.txt **/requirements/*.txt constraints*.txt Pipfile
  environment.yml environment.yaml pixi.toml pip.conf go.mod go.work Cargo.toml rust-toolchain
  rust-toolchain.toml **/.cargo/** pom.xml build.gradle settings.gradle build.gradle.kts settings.gradle.kts
  gradle.properties libs.versions.toml **/gradle/wrapper/** **/.mvn/** build.sbt *.csproj *.fsproj *.vbproj
  *.gemspec packages.config Directory.Packages.props Directory.Build.props Directory.Build.targets nuget.config
  global.json Gemfile composer.json Package.swift Podfile Cartfile* pubspec.yaml mix.exs conanfile.txt
  conanfile.py vcpkg.json MODULE.bazel WORKSPACE WORKSPACE.bazel flake.nix .tool-versions mise.toml .mise.toml
`);

/** Written by programs; the head of a patch may say so too. */
export const defaultGeneratedPatterns: readonly string[] = entries(`
  **/dist/** **/generated/** **/__generated__/** **/__snapshots__/** **/vendor/** **/node_modules/**
  **/third_party/** *.snap *.map *.min.js *.min.css *.pb.go *_pb2.py *_pb2.pyi *_pb2_grpc.py *.g.cs
  *.designer.cs zz_generated* *.gen.* *.generated.*
`);

/** Files that go along with a change: change logs and versions. */
export const defaultCompanionPatterns: readonly string[] = entries(`
  CHANGELOG* CHANGES* HISTORY* RELEASES* **/.changeset/*.md **/.changes/** VERSION* **/release-notes/**
`);

/** All of `.github` but text and pictures for people: unknown files there are the safe end. */
const github: readonly string[] = entries(`
  **/.github/** !**/.github/ISSUE_TEMPLATE/** !**/.github/DISCUSSION_TEMPLATE/**
  !**/.github/PULL_REQUEST_TEMPLATE/** !**/.github/*issue_template*.md !**/.github/*pull_request_template*.md
  !**/.github/FUNDING.yml !**/.github/README.md !**/.github/CONTRIBUTING.md !**/.github/SUPPORT.md
  !**/.github/CODE_OF_CONDUCT.md !**/.github/**/*.png !**/.github/**/*.jpg !**/.github/**/*.jpeg
  !**/.github/**/*.gif !**/.github/**/*.svg !**/.github/**/*.webp
`);

/** Other continuous integration. */
const otherContinuousIntegration: readonly string[] = entries(`
  .gitlab-ci.yml **/.gitlab/ci/** **/.circleci/** **/.buildkite/** **/.woodpecker/** **/.tekton/**
  **/.teamcity/** **/.azure-pipelines/** **/.gitea/workflows/** **/.forgejo/workflows/** azure-pipelines*.yml
  azure-pipelines*.yaml Jenkinsfile* .travis.yml .drone.yml .cirrus.yml appveyor.yml bitbucket-pipelines.yml
  cloudbuild.yml cloudbuild.yaml buildspec.yml buildspec.yaml
`);

/** Who must look at what. */
const ownership: readonly string[] = entries(`
  CODEOWNERS OWNERS OWNERS_ALIASES
`);

/** Merge, review and update automation. */
const automation: readonly string[] = entries(`
  renovate.json renovate.json5 .renovaterc* .mergify.yml .kodiak.toml bors.toml .policy.yml **/.allstar/**
  .coderabbit.yml .coderabbit.yaml codecov.yml codecov.yaml .codecov.yml .codecov.yaml **/.changeset/config.json
  release-please-config.json
`);

/** This gate and its kin. */
const gates: readonly string[] = entries(`
  warrant.yaml warrant.yml warrant.json **/.warrant/** hive.yaml* graft.yaml graft.yml **/policies/**
  gh-wrapper* gh_wrapper* **/proxy/rules* **/proxy/rules/**
`);

/** What git itself runs or obeys. */
const git: readonly string[] = entries(`
  .gitattributes .gitmodules **/.husky/** **/.githooks/** lefthook.yml lefthook.yaml .lefthook.yml
  .lefthook.yaml .pre-commit-config.yml .pre-commit-config.yaml
`);

/** Instructions of the judged party. */
const agentInstructions: readonly string[] = entries(`
  AGENTS.md AGENTS.override.md CLAUDE.md CLAUDE.local.md *-CLAUDE.md GEMINI.md QWEN.md SKILL.md **/.claude/**
  **/.claude-plugin/** **/.codex/** **/.cursor/** **/.windsurf/** **/.clinerules/** **/.roo/** **/.continue/**
  **/.gemini/** **/.agents/** **/.agent/** **/.opencode/** **/.openhands/** **/.junie/** **/.kiro/**
  **/.devin/** **/.amp/** **/.jules/** .cursorrules .windsurfrules .clinerules .roomodes .roorules* .goosehints
  .aider* opencode.json opencode.jsonc .mcp.json mcp.json **/.vscode/tasks.json **/.vscode/settings.json
  **/.vscode/launch.json **/.vscode/mcp.json
  AGENT.md WARP.md CRUSH.md copilot-instructions.md *.instructions.md *.prompt.md *.chatmode.md *.agent.md .rules
  .augment-guidelines **/.kilocode/** **/.augment/** **/.trae/** **/.qwen/** **/.amazonq/** **/.factory/**
  **/.crush/** **/.goose/**
`);

/** What guards the repository or steers the agents in it. */
export const defaultGuardrailPatterns: readonly string[] = [
  ...github,
  ...otherContinuousIntegration,
  ...ownership,
  ...automation,
  ...gates,
  ...git,
  ...agentInstructions,
];

/** Guarded whatever the configuration says: nothing can take its own gate off the list. */
export const alwaysGuardedPatterns: readonly string[] = ["warrant.yaml", "**/.warrant/**"];

/** Images, deployments, services. */
export const infrastructurePatterns: readonly string[] = entries(`
  Dockerfile Dockerfile.* *.Dockerfile Containerfile* docker-compose*.yml docker-compose*.yaml compose.yml
  compose.yaml compose.*.yml compose.*.yaml docker-bake.hcl *.tf *.tfvars *.hcl *.bicep **/terraform/**
  **/terragrunt/** **/ansible/** **/pulumi/** **/cloudformation/** **/helm/** **/k8s/** **/deploy/**
  **/deployment/** **/deployments/** **/infra/** **/infrastructure/** **/kubernetes/**/*.yml
  **/kubernetes/**/*.yaml Pulumi*.yaml serverless.yml serverless.yaml cdk.json Chart.yml Chart.yaml
  helmfile*.yml helmfile*.yaml kustomization.yml kustomization.yaml skaffold.yml skaffold.yaml
  **/.devcontainer/** **/.ebextensions/** **/.platform/** Vagrantfile Procfile fly.toml vercel.json netlify.toml
  render.yaml app.yaml wrangler.toml wrangler.json wrangler.jsonc nginx*.conf *.service
`);

/** Stored data and published interfaces. */
export const schemaPatterns: readonly string[] = entries(`
  **/migrations/** **/migration/** **/migrate/** **/alembic/** **/flyway/** **/liquibase/** *.sql *.prisma
  *.proto *.avsc *.thrift *.fbs *.graphqls schema.rb structure.sql schema.graphql openapi*.yml openapi*.yaml
  openapi*.json swagger*.yml swagger*.yaml swagger*.json asyncapi*.yml asyncapi*.yaml asyncapi*.json
`);

/** Whole words of a path that speak of security. Left out on purpose: token, session, cors, key, user, proxy. */
export const securityWords: ReadonlySet<string> = new Set(
  entries(`
  auth authn authz authentication authenticator authorization authorisation authorizer oauth oauth2 oidc saml
  sso login signin password passwords passwd credential credentials secret secrets jwt csrf xsrf mfa totp 2fa
  webauthn passkey passkeys acl rbac permission permissions privilege privileges sandbox sandboxing security
  crypto cryptography cipher encrypt encrypted encryption decrypt decryption signing keystore keychain keyring
  certificate certificates cert certs tls ssl pki kms vault firewall
`),
);
