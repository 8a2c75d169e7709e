/** @module Where a request came in, and whether a person is there to answer. */

import { narrow, type RequestWord, requestScales, wordOn } from "../../scale.ts";

export type Surface = "cli" | "desktop" | "server" | "chat" | "cron" | "heartbeat" | "worker";
type Attendance = RequestWord<"attendance">;

const attendances: Readonly<Record<Surface, Attendance>> = {
  cli: "interactive",
  desktop: "interactive",
  chat: "supervised",
  server: "supervised",
  cron: "unattended",
  heartbeat: "unattended",
  worker: "unattended",
};
const aliases: Readonly<Record<string, Surface>> = {
  terminal: "cli",
  web: "desktop",
  tauri: "desktop",
  http: "server",
  api: "server",
  ci: "server",
  slack: "chat",
  telegram: "chat",
  discord: "chat",
  whatsapp: "chat",
  signal: "chat",
  teams: "chat",
  matrix: "chat",
  email: "chat",
  background: "cron",
  task: "cron",
  schedule: "cron",
  watchdog: "cron",
  child: "worker",
  subagent: "worker",
};

/** The surface of a name. A caller that does not say where it is is not evidence of a person: `server`. */
export function surfaceNamed(name: string | undefined): Surface {
  const written = (name ?? "").trim().toLowerCase().slice(0, 80);
  if (Object.hasOwn(attendances, written)) return written as Surface;
  return (Object.hasOwn(aliases, written) ? aliases[written] : undefined) ?? "server";
}

/** Attendance: that of the surface, or what the host states where that is narrower. An unreadable statement is nobody. */
export function attendanceOf(surface: string | undefined, stated?: string): Attendance {
  const own = attendances[surfaceNamed(surface)];
  if (stated === undefined) return own;
  return narrow(requestScales.attendance, own, wordOn(requestScales.attendance, stated) ?? "unattended");
}
