import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Health } from "./health-contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type } from "../../platform/http/contract/schemas.ts";

const TAG = "Kiosks";

/** The name of a kiosk that was not given one. */
export const DEFAULT_NAME = "Kiosk";

export const Device = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  entrypoint_id: Type.Optional(Id),
  online: Type.Boolean({ description: "Connected in the last 90 seconds" }),
  last_seen: Type.Optional(Instant),
  app_version: Type.Optional(Type.String({ description: "The version the kiosk app reports" })),
  health: Type.Optional(Health),
});

const settable = {
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  entrypoint_id: Type.Optional(Id),
};

export const DeviceInput = Type.Object({
  code: Type.String({
    pattern: "^\\s*\\d{3}[ -]?\\d{3}\\s*$",
    examples: ["123 456"],
    description: "As shown on the kiosk; works once, for 10 minutes",
    "x-expected": "the six digits the kiosk shows, such as 123 456",
  }),
  ...settable,
});

export const DeviceChange = Type.Object(settable);

named({ Device, DeviceInput, DeviceUpdate: DeviceChange });

const InPath = { ...LocationParams, id: Id };

export const listDevices = endpoint({
  operationId: "listDevices",
  method: "GET",
  path: "/companies/{company_id}/devices",
  tag: TAG,
  summary: "A location's kiosks, by name",
  permission: "location.manage",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Device),
});

export const addDevice = endpoint({
  operationId: "pairDevice",
  method: "POST",
  path: "/companies/{company_id}/devices",
  tag: TAG,
  summary: "Pair a kiosk with the code it shows",
  description: `Without a name it is called "${DEFAULT_NAME}". After 30 wrong codes within 15 minutes, this call returns \`429\` for the location until the 15 minutes are up.`,
  permission: "location.manage",
  params: LocationParams,
  body: { ...DeviceInput, examples: [{ code: "123 456", name: "Reception" }] },
  response: Device,
  etag: "written",
});

export const readDevice = endpoint({
  operationId: "getDevice",
  method: "GET",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "One kiosk",
  permission: "location.manage",
  params: InPath,
  response: Device,
  etag: "written",
});

export const changeDevice = endpoint({
  operationId: "updateDevice",
  method: "PUT",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "Rename a kiosk, or move it to another entrance",
  permission: "location.manage",
  params: InPath,
  body: { ...DeviceChange, examples: [{ name: "Reception left" }] },
  response: Device,
  etag: "written",
});

export const removeDevice = endpoint({
  operationId: "deleteDevice",
  method: "DELETE",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "Remove a kiosk; its credential stops working immediately",
  permission: "location.manage",
  params: InPath,
  response: Message,
});
