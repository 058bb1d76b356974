import Fastify, { type FastifyInstance } from "fastify";

import { approvalArea } from "../../server/areas/approvals/page/page.ts";
import { addRouteGroup } from "../../server/platform/http/route-group.ts";
import { kioskArea } from "../../server/areas/kiosk/routes.ts";
import { kioskPreviewArea } from "../../server/areas/kiosk-preview/routes.ts";
import { SCIM_ROUTES } from "../../server/areas/scim/scim.ts";
import { sessionArea } from "../../server/areas/sessions/routes.ts";
import { visitorArea } from "../../server/areas/visitor-pages/routes.ts";
import type { World } from "../support/world.ts";

/** Those of the SCIM server; all other methods of its paths are `405`. */
const scimWrites = (): string[] =>
  Object.entries(SCIM_ROUTES).flatMap(([path, handlers]) =>
    Object.keys(handlers).flatMap((method) => (method === "GET" ? [] : [`${method} /scim/v2${path}`])),
  );

/** Every route outside `/api` that writes, as its area registers it: `POST /kiosk/api/visits`. */
export const areaWrites = async ({ context }: World): Promise<string[]> => {
  const app = Fastify() as unknown as FastifyInstance;
  const found: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== "GET" && one !== "HEAD") found.push(`${one} ${url.replace(/\/$/, "")}`);
  });
  for (const area of [kioskArea, kioskPreviewArea, visitorArea, sessionArea, approvalArea])
    addRouteGroup(app, context, area);
  await app.ready();
  await app.close();
  return [...new Set([...found, ...scimWrites()])].toSorted();
};
