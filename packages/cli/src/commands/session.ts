/** @module `warrant session`: which issue sessions work on, and so which policy they are held to. */

import { realpathSync } from "node:fs";
import { draft } from "@warrant/kernel/commitment/park";
import { bindingLimits } from "@warrant/kernel/policy/ceiling-entries";
import { outside } from "@warrant/kernel/render/outside";
import { Command } from "commander";
import { refused, withLedger } from "../authority/ledger.ts";
import { requirePerson } from "../authority/person.ts";
import { workTreeId } from "../authority/work-tree-id.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import { readPullRequestName } from "../pull-request-name.ts";
import { bindingText } from "../render/binding-text.ts";
import { repositoryRoot } from "../repository-root.ts";

interface SessionOptions {
  readonly session?: string;
}

interface BindOptions extends SessionOptions, FormatOptions {
  readonly host?: string;
}

/** Who is bound: one session, or every session in this work tree. */
interface Bound {
  readonly stream: `binding/${string}`;
  readonly id: string;
  readonly shown: string;
}

function boundBy({ session }: SessionOptions, io: Io): Bound {
  if (session === undefined) {
    const id = workTreeId(realpathSync(repositoryRoot(io.cwd)));
    return { stream: `binding/${id}`, id, shown: "this work tree" };
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._:@-]{0,199}$/.test(session))
    throw new ExitError(exitCodes.usage, "--session is no id of a session.");
  return { stream: `binding/${session}`, id: session, shown: `session ${session}` };
}

async function bind(issue: string | undefined, options: BindOptions, io: Io): Promise<void> {
  const actor = requirePerson("bind a session", io);
  const given = issue === undefined ? null : readPullRequestName(issue);
  if (issue !== undefined && given === null)
    throw new ExitError(exitCodes.usage, `${outside(issue, 100)} names no issue. Write owner/repo#N.`);
  const bound = boundBy(options, io);
  const { branchChange, findBinding } = await import("../authority/bound-issue.ts");
  const name = given ?? (await branchChange(options.host, io));
  const found = await findBinding(name, options.host, io);
  await withLedger(io, async ({ ledger, runtime }) => {
    const body = { issue: found.issue, binding: found.binding, title: found.title };
    const outcome = await ledger.append([bound.stream], () => [
      draft("binding", bound.id, "session-bound", actor, body),
    ]);
    if ("refusal" in outcome) throw refused(outcome.refusal);
    // Whether somebody approved is looked at when it is asked for.
    const limits = bindingLimits(found.binding, runtime.settings.require_bound_issue, false);
    const document = {
      schema: "warrant.session-binding/v1",
      session: bound.id,
      issue: found.issue,
      binding: found.binding,
      decision: found.decision,
      limits,
    };
    const page = (colours: Parameters<typeof bindingText>[3]) => bindingText(found, bound.shown, limits, colours);
    await print(document, page, options, io);
  });
}

async function unbind(options: SessionOptions, io: Io): Promise<void> {
  const actor = requirePerson("unbind a session", io);
  const bound = boundBy(options, io);
  await withLedger(io, async ({ ledger, runtime }) => {
    let wasBound = true;
    const outcome = await ledger.append([bound.stream], ({ read }) => {
      wasBound = read(bound.stream).state !== null;
      return wasBound ? [draft("binding", bound.id, "session-unbound", actor, {})] : [];
    });
    if ("refusal" in outcome) throw refused(outcome.refusal);
    const isSafest = runtime.settings.require_bound_issue ? "; an issue is required, so the safest policy holds" : "";
    io.stdout.write(`${bound.shown} is ${wasBound ? "no longer bound" : "not bound"}${isSafest}\n`);
    await io.stdout.drained();
  });
}

/** The command `session` with its subcommands. */
export function sessionCommand(io: Io): Command {
  const command = new Command("session").description("say which issue sessions work on");
  const withSession = (child: Command) =>
    child.option("--session <id>", "one session (default: every session in this work tree)");
  withFormat(withSession(command.command("bind")))
    .description("bind to an issue, or to the request of a pull request, and print what that permits")
    .argument("[issue]", "owner/repo#N, or the address of a pull request (default: that of the current branch)")
    .option("--host <host>", "the GitHub server, when it is not github.com")
    .action((issue: string | undefined, options: BindOptions) => bind(issue, options, io));
  withSession(command.command("unbind"))
    .description("take the binding back")
    .action((options: SessionOptions) => unbind(options, io));
  return command.addHelpText(
    "after",
    "\nExit codes: 0 done, 1 our failure or the platform's, 2 usage, 3 only a person may.",
  );
}
