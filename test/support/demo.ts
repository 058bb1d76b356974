import { seed } from "../../demo/seed.ts";
import { pages } from "../../web/console/data/pages.ts";
import { openAs, type Opened, startWeb, type Web } from "./browser/web.ts";

/** A Tuesday in May, 09:42 in Amsterdam: the desk is busy. */
export const NOW = Date.parse("2026-05-19T07:42:10.000Z");
const VISITS = 5_000;

/** The demo's data in a service whose clock stands still, and where its pages lead. */
export type Demo = { web: Web; location: string; ids: Record<Named, string> };

type Named = "visit" | "visitType" | "agreement" | "entryPoint" | "host" | "device";

const IDS: Record<Named, string> = {
  visit: `select v._id from visits v join visit_images i on i.company_id = v.company_id and i.visit_id = v._id
    where v.company_id = $1 and v.signed_out is null and i.photo is not null and i.signature is not null and v.approval is distinct from 'pending' and v.language_id = 'en'
    order by v.signed_in desc limit 1 offset 1`,
  visitType: "select _id from visit_types where company_id = $1 and index = 1",
  agreement: "select _id from agreements where company_id = $1",
  entryPoint: "select _id from entry_points where company_id = $1 and index = 0",
  host: "select _id from hosts where company_id = $1 order by cn limit 1",
  device: "select _id from devices where company_id = $1 order by _id limit 1",
};

/** Starts a service with the demo's data on throw-away data. @param visits how many of them */
export const startDemo = async ({
  visits = VISITS,
  ...options
}: Parameters<typeof startWeb>[0] & { visits?: number } = {}): Promise<Demo> => {
  const web = await startWeb({ ...options, copies: true });
  const { db, clock, context } = web.world;
  Object.assign(clock, { now: NOW, frozen: true });
  // A kiosk believes the service's clock, not its own.
  web.world.app.server.prependListener("request", (_, answer) => answer.setHeader("date", new Date(NOW).toUTCString()));
  const { locations } = await seed({ db, visits, now: NOW, secretKey: context.secretKey });
  const location = locations[0]?._id ?? "";
  const found = await Promise.all(
    Object.entries(IDS).map(async ([name, sql]) => {
      const [row] = await db.rows<{ _id: string }>({ sql, parameters: [location] });
      return [name, row?._id ?? ""];
    }),
  );
  return { web, location, ids: Object.fromEntries(found) as Record<Named, string> };
};

/** A page of the console: a short name, and its address. */
export type Address = readonly [name: string, path: string];

/** Every page of the console. */
export const consolePages = ({ location, ids }: Demo): Address[] => {
  const at = `/at/${location}`;
  return [
    ...pages.map(({ path, code }): Address => {
      const [name = ""] = path.includes("$") ? code.split("/").slice(-1) : [path.replace("/", "-")];
      return [name, `${at}/${path.replaceAll(/\$(\w+)/g, (_, id: Named) => ids[id])}`];
    }),
    ["log-visit", `${at}/log?visit=${ids.visit}`],
    ["locations", "/locations"],
    ["account", "/account"],
    ["nowhere", `${at}/nowhere`],
  ];
};

/** What a browser remembers, and the moment at which its clock is stopped. */
export type Looks = { language?: string; device?: Parameters<typeof openAs>[3] };

/** Opens a page of an administrator, at the demo's moment. */
export const openDemo = async (demo: Demo, { language = "en", device = {} }: Looks = {}): Promise<Opened> => {
  const opened = await openAs(demo.web, "global_admin", [demo.location], { locale: language, ...device });
  await opened.page.clock.setFixedTime(NOW);
  await opened.context.addInitScript(`localStorage.setItem("foyer", '${JSON.stringify({ language })}')`);
  return opened;
};
