import { endpoint, LocationParams, ZIP_STREAM } from "../../platform/http/contract/contract.ts";
import { Type } from "../../platform/http/contract/schemas.ts";

export const readArchive = endpoint({
  operationId: "getArchive",
  method: "GET",
  path: "/companies/{company_id}/archive",
  tag: "Locations",
  summary: "Everything that a location holds, as a ZIP file",
  description:
    "A CSV or JSON file for each kind of record, named after it, with images and PDFs beside them; no password, key or other secret. Imports read its hosts, registered visitors and visits.",
  permission: "location.manage",
  params: LocationParams,
  response: Type.String({ description: "A ZIP file" }),
  produces: ZIP_STREAM,
});
