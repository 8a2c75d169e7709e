/** @module The schema of `warrant.trace/v1`, for readers and embedders; the gate itself reads by hand and takes what is malformed for the careful end. */

import * as z from "zod/mini";
import { invocationStatuses, traceHosts, traceSchema } from "./trace.ts";

const time = z.optional(z.string());

export const Trace = z.object({
  schema: z.literal(traceSchema),
  session: z.object({
    id: z.string(),
    host: z.enum(traceHosts),
    cwd: z.optional(z.string()),
    started_at: time,
    ended_at: time,
  }),
  repository: z.optional(
    z.object({
      head_sha: z.optional(z.string()),
      tree: z.optional(z.string()),
      base_sha: z.optional(z.string()),
    }),
  ),
  complete: z.boolean(),
  gaps: z.optional(z.array(z.object({ what: z.string(), count: z.number(), where: z.optional(z.string()) }))),
  elsewhere: z.optional(
    z.array(z.object({ id: z.string(), session_id: z.string(), agent_id: z.optional(z.string()) })),
  ),
  invocations: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      arguments: z.nullable(z.record(z.string(), z.unknown())),
      result: z.nullable(
        z.object({
          text: z.string(),
          structured: z.optional(z.unknown()),
          truncated: z.optional(z.boolean()),
          cuts: z.optional(z.array(z.int())),
          digest: z.optional(z.string()),
        }),
      ),
      status: z.enum(invocationStatuses),
      exit_code: z.optional(z.nullable(z.int())),
      started_at: time,
      ended_at: time,
      agent_id: z.optional(z.string()),
      parent_id: z.optional(z.string()),
      batch: z.optional(z.string()),
    }),
  ),
});
