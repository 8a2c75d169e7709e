/** @module Every REST route of the fake platform in one application. */

import { Hono } from "hono";
import type { Asking } from "./answers.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import { addAppRoutes } from "./rest-apps.ts";
import { addCheckRoutes } from "./rest-checks.ts";
import { addContentRoutes } from "./rest-contents.ts";
import { addIssueRoutes } from "./rest-issues.ts";
import { addPullRoutes } from "./rest-pulls.ts";
import { addRepositoryRoutes } from "./rest-repositories.ts";

export type RestApp = Hono<Asking>;

export function restApp(): RestApp {
  const app: RestApp = new Hono();
  app.use(async (asked, next) => {
    asked.set("viewer", asked.env.viewer);
    asked.set("world", asked.env.github);
    asked.set("body", asked.env.body);
    await next();
  });
  addRepositoryRoutes(app);
  addContentRoutes(app);
  addPullRoutes(app);
  addIssueRoutes(app);
  addCheckRoutes(app);
  addAppRoutes(app);
  app.notFound((asked) => {
    asked.env.github.unexpected.push(`${asked.req.method} ${asked.env.seen.path}`);
    return asked.json(notFound().body, 404);
  });
  app.onError((error) => {
    if (!(error instanceof PlatformError)) throw error;
    return Response.json(error.body, { status: error.status, headers: error.headers });
  });
  return app;
}
