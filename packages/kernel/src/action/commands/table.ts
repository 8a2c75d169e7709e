/** @module The command table: every command the gate knows, by name (actions, section 6). What is not in it is not known. */

import type { CommandTable } from "../shell/command.ts";
import { archiveCommands } from "./archives.ts";
import { builtinCommands } from "./builtins.ts";
import { cloudCommands } from "./cloud.ts";
import { containerCommands } from "./containers.ts";
import { databaseCommands } from "./databases.ts";
import { fileCommands } from "./files.ts";
import { forgeCommands } from "./forge.ts";
import { git } from "./git.ts";
import { interpreterCommands } from "./interpreters.ts";
import { machineCommands } from "./machine.ts";
import { networkCommands } from "./network.ts";
import { packageCommands } from "./packages.ts";
import { searchCommands } from "./search.ts";
import { wrapperCommands } from "./wrappers.ts";

export const commandTable: CommandTable = new Map([
  ...fileCommands,
  ...searchCommands,
  ...builtinCommands,
  ...wrapperCommands,
  ...interpreterCommands,
  ...archiveCommands,
  ...networkCommands,
  ["git", git] as const,
  ...forgeCommands,
  ...packageCommands,
  ...containerCommands,
  ...cloudCommands,
  ...databaseCommands,
  ...machineCommands,
]);
