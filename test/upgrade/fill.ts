// node bin/run.mjs test/upgrade/fill.ts URL: fills a running release through its interface with what the upgrade test looks for.
// docs/releasing.md says when. Everything here is a contract with old dumps: add to it, change nothing.
import { ADMIN } from "../support/world.ts";

const [url = ""] = process.argv.slice(2);
const authorization = `Basic ${Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString("base64")}`;

const call = async (method: string, path: string, body?: unknown): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};

/** A PNG of one pixel. */
const PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const location = (await call("POST", "/companies", { name: "Upgrade", timezone: "Europe/Brussels" }))["_id"];
const at = `/companies/${location}`;
await call("PUT", at, { settings: { signout_days: 2, visitor_numbers: true } });
const agreement = await call("POST", `${at}/agreements`, {
  name: "House rules",
  type: "text",
  agreement_text: { en: "Be kind." },
});
const type = await call("POST", `${at}/visittypes`, {
  name: "Contractor",
  screening: true,
  fields: [{ label: "License plate", type: "text" }],
  agreements: [agreement["_id"]],
  translations: { name: { nl: "Aannemer" } },
});
const door = await call("POST", `${at}/entrypoints`, { name: "North door" });
await call("POST", "/visitees", { company_id: location, cn: "Émile Ünal", mail: "Emile@example.org", desk: "4.12" });
await call("POST", `${at}/visitees/bulk`, [{ cn: "External Host", mail: "external@example.org" }]);
const known = await call("POST", "/knownvisitors", {
  company_id: location,
  first_name: "Rosa",
  last_name: "Known",
  email: "rosa@example.org",
  badge: { colour: "green", "a.b": [1, null, "\\N"] },
});
const started = { company_id: location, visit_type: type["_id"], entrypoint_id: door["_id"] };
const inside = { first_name: "Ines", last_name: "Inside", recipient: "Émile Ünal", licenseplate: "1-ABC-234" };
await call("POST", "/visitors", { ...started, ...inside, photo: PHOTO, note: "tab\tline\nback\\slash 😀" });
const left = {
  first_name: "Otto",
  last_name: "Out",
  signed_in: "2026-01-05T09:00:00Z",
  signed_out: "2026-01-05T17:00:00Z",
};
await call("POST", "/visitors", { ...started, ...left });
await call("POST", `/knownvisitors/${known["_id"]}/signin`, {});
const gone = await call("POST", "/visitors", { ...started, first_name: "Era", last_name: "Erased" });
await call("DELETE", `/visitors/${gone["_id"]}`);
const webhook = {
  url: "http://192.0.2.10/hook",
  http_method: "PUT",
  auth_username: "foyer",
  auth_password: "hush",
  enabled: false,
};
await call("POST", `${at}/webhooks`, webhook);
await call("POST", "/users", {
  email: "rita@example.org",
  password: "rita-has-a-password",
  role: "receptionist",
  companies: [location],
});
await call("POST", "/apikeys", { name: "Upgrade key", companies: [location], expiry: "never" });
process.stdout.write("filled\n");
