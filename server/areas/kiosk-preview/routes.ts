import type { RouteGroup } from "../../platform/http/route-group.ts";
import { guardPreview } from "./guard.ts";
import { addPreviewRoutes } from "./preview.ts";

/** The endpoints of the console's kiosk preview (docs/kiosks.md). */
export const kioskPreviewArea: RouteGroup = {
  prefix: "/kiosk/preview/:company_id/api",
  describedIn: "docs/kiosks.md",
  guard: guardPreview,
  routes: addPreviewRoutes,
};
