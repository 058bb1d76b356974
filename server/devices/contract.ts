import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type } from "../http/schemas.ts";

const TAG = "Devices";

/** What a kiosk is called that was given no name. */
export const DEFAULT_NAME = "Kiosk";

export const Device = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  entrypoint_id: Type.Optional(Id),
  online: Type.Boolean({ description: "Heard within the last 90 seconds" }),
  last_seen: Type.Optional(Instant),
  app_version: Type.Optional(Type.String({ description: "Of the kiosk app, as it says itself" })),
});

const settable = {
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  entrypoint_id: Type.Optional(Id),
};

export const DeviceInput = Type.Object({
  code: Type.String({
    pattern: "^\\s*\\d{3}[ -]?\\d{3}\\s*$",
    examples: ["123 456"],
    description: "As the kiosk shows it; valid for 10 minutes and used once",
    "x-expected": "the six digits that the kiosk shows, such as 123 456",
  }),
  ...settable,
});

export const DeviceChange = Type.Object(settable);

named({ Device, DeviceInput, DeviceUpdate: DeviceChange });

const InPath = { ...InLocation, id: Id };

export const listDevices = endpoint({
  operationId: "listDevices",
  method: "GET",
  path: "/companies/{company_id}/devices",
  tag: TAG,
  summary: "The kiosks of a location, by name",
  may: "location.manage",
  params: InLocation,
  query: OptionalPaging,
  response: Type.Array(Device),
});

export const addDevice = endpoint({
  operationId: "pairDevice",
  method: "POST",
  path: "/companies/{company_id}/devices",
  tag: TAG,
  summary: "Pair a kiosk by the code it shows",
  description: `Without a name it is called "${DEFAULT_NAME}". After 30 wrong codes within 15 minutes the location answers 429 here for the rest of them.`,
  may: "location.manage",
  params: InLocation,
  body: { ...DeviceInput, examples: [{ code: "123 456", name: "Reception" }] },
  response: Device,
});

export const readDevice = endpoint({
  operationId: "getDevice",
  method: "GET",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "One kiosk",
  may: "location.manage",
  params: InPath,
  response: Device,
});

export const changeDevice = endpoint({
  operationId: "updateDevice",
  method: "PUT",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "Rename a kiosk, or move it to another entry point",
  may: "location.manage",
  params: InPath,
  body: { ...DeviceChange, examples: [{ name: "Reception left" }] },
  response: Device,
});

export const removeDevice = endpoint({
  operationId: "deleteDevice",
  method: "DELETE",
  path: "/companies/{company_id}/devices/{id}",
  tag: TAG,
  summary: "Remove a kiosk; its credential is worth nothing from then on",
  may: "location.manage",
  params: InPath,
  response: Message,
});
