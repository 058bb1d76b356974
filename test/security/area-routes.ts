import Fastify, { type FastifyInstance } from "fastify";

import { decisionArea } from "../../server/decision-page/page.ts";
import { addArea } from "../../server/http/outside.ts";
import { kioskArea } from "../../server/kiosk/routes.ts";
import { sessionArea } from "../../server/sessions/routes.ts";
import { visitorArea } from "../../server/visitor-pages/routes.ts";
import type { World } from "../support/world.ts";

/** Every route outside `/api` that writes, as its area registers it: `POST /kiosk/api/visits`. */
export const areaWrites = async ({ context }: World): Promise<string[]> => {
  const app = Fastify() as unknown as FastifyInstance;
  const found: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== "GET" && one !== "HEAD") found.push(`${one} ${url.replace(/\/$/, "")}`);
  });
  for (const area of [kioskArea, visitorArea, sessionArea, decisionArea]) addArea(app, context, area);
  await app.ready();
  await app.close();
  return [...new Set(found)].toSorted();
};
