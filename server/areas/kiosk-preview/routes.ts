import type { RouteGroup } from "../../platform/http/route-group.ts";
import { guardPreview } from "./guard.ts";
import { addPreviewRoutes } from "./preview.ts";

/** What the console's preview of a kiosk reads (docs/kiosks.md). */
export const kioskPreviewArea: RouteGroup = {
  prefix: "/kiosk/preview/:company_id/api",
  describedIn: "docs/kiosks.md",
  guard: guardPreview,
  routes: addPreviewRoutes,
};
