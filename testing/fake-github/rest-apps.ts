/** @module REST routes of GitHub Apps: themselves, their installations and tokens, deliveries of their hook. */

import type { Permissions } from "./accounts.ts";
import { type Asked, pageAnswer } from "./answers.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import type { FakeRepository } from "./repository.ts";
import type { RestApp } from "./rest.ts";
import { appShape, repositoryShape, type Schemas, userShape } from "./rest-shapes.ts";
import type { Installation } from "./tokens.ts";

export function addAppRoutes(app: RestApp): void {
  app.get("/app", (asked) => asked.json(appShape(asked.get("world"), appFor(asked))));

  app.get("/apps/:slug", (asked) => {
    const { apps } = asked.get("world");
    const named = [...apps.values()].find((one) => one.slug === asked.req.param("slug"));
    if (named === undefined) throw notFound();
    return asked.json(appShape(asked.get("world"), named));
  });

  app.get("/app/installations", (asked) => {
    const own = appFor(asked);
    const mine = [...asked.get("world").tokens.installations.values()].filter((one) => one.app.id === own.id);
    return pageAnswer(
      asked,
      mine.map((one) => installationSummary(asked, one)),
    );
  });

  app.get("/repos/:owner/:repo/installation", (asked) => {
    const own = appFor(asked);
    const { world, repository } = namedRepository(asked);
    const found = [...world.tokens.installations.values()].find(
      (one) => one.app.id === own.id && one.repositories.includes(repository),
    );
    if (found === undefined) throw notFound();
    return asked.json(installationSummary(asked, found));
  });

  app.post("/app/installations/:id{[0-9]+}/access_tokens", (asked) => {
    const own = appFor(asked);
    const { tokens } = asked.get("world");
    const installation = tokens.installations.get(Number(asked.req.param("id")));
    if (installation === undefined || installation.app.id !== own.id) throw notFound();
    const given = tokens.ofInstallation(installation, reduction(asked, installation));
    const answer = {
      token: given.token,
      expires_at: new Date(given.expiresAt).toISOString().replace(/\.\d+Z$/, "Z"),
      permissions: { ...given.permissions } as NonNullable<Schemas["installation-token"]["permissions"]>,
      repository_selection: "selected" as const,
      repositories: given.repositories.map(repositoryShape),
    } satisfies Schemas["installation-token"];
    return asked.json(answer, 201);
  });

  app.get("/app/hook/deliveries", (asked) => {
    appFor(asked);
    // The published type has no body here: what was sent is shown one delivery at a time.
    const items = asked.env.github.webhooks.deliveries.map(({ request: _request, ...item }) => item);
    return pageAnswer(asked, items.reverse() satisfies Schemas["hook-delivery-item"][]);
  });
}

function appFor(asked: Asked) {
  const { kind, app } = asked.get("viewer");
  if (kind !== "app" || app === undefined) throw new PlatformError(401, "A JSON web token could not be decoded");
  return app;
}

function namedRepository(asked: Asked) {
  const world = asked.get("world");
  const repository = world.findRepository(asked.req.param("owner") ?? "", asked.req.param("repo") ?? "");
  if (repository === undefined) throw notFound();
  return { world, repository };
}

function installationSummary(asked: Asked, installation: Installation) {
  const world = asked.get("world");
  const url = `${world.urls.api}/app/installations/${installation.id}`;
  return {
    id: installation.id,
    account: userShape(world, installation.account),
    repository_selection: "selected" as const,
    access_tokens_url: `${url}/access_tokens`,
    repositories_url: `${world.urls.api}/installation/repositories`,
    html_url: `${world.urls.html}/settings/installations/${installation.id}`,
    app_id: installation.app.id,
    app_slug: installation.app.slug,
    target_id: installation.account.id,
    target_type: installation.account.kind,
    permissions: { ...installation.permissions } as Schemas["app-permissions"],
    events: [],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  } satisfies Schemas["installation"];
}

/** A token may be asked for with less than the installation has, never with more. */
function reduction(asked: Asked, installation: Installation) {
  const body = asked.get("body");
  const wanted: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const { permissions, repositories, repository_ids: ids } = wanted;
  const reduced: { permissions?: Permissions; repositories?: readonly FakeRepository[] } = {};
  if (typeof permissions === "object" && permissions !== null) {
    for (const [name, access] of Object.entries(permissions)) {
      const own = installation.permissions[name];
      if (own === undefined || (access === "write" && own === "read")) {
        throw new PlatformError(422, "The permissions requested are not granted to this installation.");
      }
    }
    reduced.permissions = { ...permissions };
  }
  if (Array.isArray(repositories) || Array.isArray(ids)) {
    const named = installation.repositories.filter(
      (one) =>
        (Array.isArray(repositories) && repositories.includes(one.name)) ||
        (Array.isArray(ids) && ids.includes(one.id)),
    );
    const count = (Array.isArray(repositories) ? repositories.length : 0) + (Array.isArray(ids) ? ids.length : 0);
    if (named.length !== count) {
      throw new PlatformError(
        422,
        "There is at least one repository that does not exist or is not accessible to the parent installation.",
      );
    }
    reduced.repositories = named;
  }
  return reduced;
}
