/** @module Webhooks as the platform sends them: signed, with an id; and doubled, late, reordered or altered on demand. */

import { createHmac, randomUUID } from "node:crypto";
import type { World } from "./world.ts";

export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly delivered_at: string;
  readonly redelivery: boolean;
  readonly duration: number;
  readonly status: string;
  readonly status_code: number;
  readonly event: string;
  readonly action: string | null;
  readonly installation_id: number | null;
  readonly repository_id: number | null;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export interface DeliverOptions {
  readonly guid?: string;
  readonly secret?: string;
  readonly hookId?: number;
  readonly installationTarget?: number;
  /** Changes the body after it was signed. */
  readonly alter?: (body: string) => string;
  /** Sent instead of the true signature; null sends none. */
  readonly signature?: string | null;
}

export interface Sending {
  readonly event: string;
  readonly payload: unknown;
  readonly options?: DeliverOptions;
}

export class Webhooks {
  readonly #world: World;
  readonly deliveries: Delivery[] = [];
  secret = "It's a Secret to Everybody";

  constructor(world: World) {
    this.#world = world;
  }

  /** Sends one event and gives what came back; 0 where nobody answered. It is noted for `/app/hook/deliveries`. */
  async deliver(url: string, event: string, payload: unknown, options: DeliverOptions = {}): Promise<Delivery> {
    const body = JSON.stringify(payload);
    const signature = options.signature === undefined ? sign(options.secret ?? this.secret, body) : options.signature;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/fake",
      "x-github-event": event,
      "x-github-delivery": options.guid ?? randomUUID(),
      "x-github-hook-id": String(options.hookId ?? 1),
      "x-github-hook-installation-target-id": String(options.installationTarget ?? 1),
      "x-github-hook-installation-target-type": "integration",
      ...(signature === null ? {} : { "x-hub-signature-256": signature }),
    };
    return await this.#send({ url, headers, body: options.alter?.(body) ?? body }, event, payload, false);
  }

  /** Sends a delivery again, byte for byte and under the same id. */
  async redeliver(delivery: Delivery): Promise<Delivery> {
    return await this.#send(delivery.request, delivery.event, JSON.parse(delivery.request.body), true);
  }

  /**
   * Sends several, one after the other in the given order of indices; an index named twice is sent twice under one id,
   * one left out is lost.
   */
  async deliverAll(url: string, sendings: readonly Sending[], order: readonly number[]): Promise<Delivery[]> {
    const guids = sendings.map((sending) => sending.options?.guid ?? randomUUID());
    const sent: Delivery[] = [];
    for (const index of order) {
      const sending = sendings[index];
      if (sending === undefined) throw new RangeError(`no sending ${index}`);
      const guid = guids[index] ?? randomUUID();
      sent.push(await this.deliver(url, sending.event, sending.payload, { ...sending.options, guid }));
    }
    return sent;
  }

  async #send(request: Delivery["request"], event: string, payload: unknown, redelivery: boolean): Promise<Delivery> {
    const started = performance.now();
    const { url, headers, body } = request;
    let code = 0;
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
      code = response.status;
      await response.arrayBuffer();
    } catch {
      // Nobody listens, or not in time: the platform notes it and does not try again by itself.
    }
    const facts = payloadFacts(payload);
    const delivery: Delivery = {
      id: this.#world.nextId(),
      guid: headers["x-github-delivery"] ?? "",
      delivered_at: this.#world.now(),
      redelivery,
      duration: (performance.now() - started) / 1000,
      status: code >= 200 && code < 300 ? "OK" : code === 0 ? "failed to connect to host" : "Invalid HTTP Response",
      status_code: code,
      event,
      ...facts,
      request,
    };
    this.deliveries.push(delivery);
    return delivery;
  }
}

function sign(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

interface PayloadFacts {
  readonly action?: string;
  readonly installation?: { readonly id?: number };
  readonly repository?: { readonly id?: number };
}

function payloadFacts(payload: unknown): Pick<Delivery, "action" | "installation_id" | "repository_id"> {
  const facts: PayloadFacts = typeof payload === "object" && payload !== null ? payload : {};
  return {
    action: facts.action ?? null,
    installation_id: facts.installation?.id ?? null,
    repository_id: facts.repository?.id ?? null,
  };
}
