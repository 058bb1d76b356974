import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";

import { queries } from "./api.ts";
import { lazyPage, loadTexts, type PageModule } from "./code.ts";
import { locationQuery, locationsQuery } from "./location.ts";
import { lastLocation } from "./preferences.ts";
import { meQuery } from "./session.ts";
import { Failed, FailedOutside } from "./shell/failed.tsx";
import { Here } from "./shell/here.tsx";
import { Inside } from "./shell/inside.tsx";
import { Nowhere, NowhereBare } from "./shell/nowhere.tsx";
import { Shell } from "./shell/shell.tsx";

/** Everything that a page is drawn from is on its way at once: its code and its texts. */
const texts = (namespace: string) => (): Promise<void> => loadTexts(namespace);

const root = createRootRoute({ errorComponent: Failed });

const EVACUATION = /^\/at\/\w+\/evacuation\b/;

const guard = async (address: string): Promise<void> => {
  // The one page that opens without network, from what this phone has kept of the evacuation that goes on.
  if (EVACUATION.test(address)) await (await import("./kept-list.ts")).restoreWhenAway(address);
  if ((await queries.ensureQueryData(meQuery)) === null) throw redirect({ to: "/login", search: { to: address } });
};

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  loader: texts("login"),
  component: lazyPage(() => import("./login/login-page.tsx")),
});

/** The first run: the link's token stands in the fragment, and the location in the address once there is one. */
const firstRun = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: async () => void (await Promise.all([texts("setup")(), texts("entry-points")()])),
    component: lazyPage(() => import("./setup/setup-page.tsx")),
  });

/** The last location that was looked at in this browser, else the first there is; without any, the first one is made. */
const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ location }) => {
    await guard(location.href);
    const locations = await queries.ensureQueryData(locationsQuery);
    const known = locations.find(({ _id }) => _id === lastLocation()) ?? locations[0];
    if (known === undefined) throw redirect({ to: "/locations" });
    throw redirect({ to: "/at/$location", params: { location: known._id } });
  },
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: Inside,
  beforeLoad: ({ location }) => guard(location.href),
});

const locations = createRoute({
  getParentRoute: () => inside,
  path: "/locations",
  loader: texts("locations"),
  component: lazyPage(() => import("./locations/locations-page.tsx")),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: "/account",
  loader: texts("account"),
  component: lazyPage(() => import("./account/account-page.tsx")),
});

const at = createRoute({
  getParentRoute: () => inside,
  path: "/at/$location",
  component: Here,
  loader: ({ params }) =>
    Promise.all([queries.ensureQueryData(locationQuery(params.location)), queries.ensureQueryData(locationsQuery)]),
  errorComponent: FailedOutside,
});

const shell = createRoute({ getParentRoute: () => at, id: "shell", component: Shell, errorComponent: Failed });

const start = createRoute({
  getParentRoute: () => at,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/at/$location/reception", params });
  },
});

/** A page is mounted anew for another location or record: nothing typed about one is ever saved in another. */
const remountDeps = ({ params }: { params: object }): object => params;

const page = <Path extends string>(path: Path, namespace: string, load: () => Promise<PageModule>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    loader: texts(namespace),
    component: lazyPage(load),
    remountDeps,
    errorComponent: Failed,
  });

/** Pages that fill the screen, without the sidebar. */
const bare = <Path extends string>(path: Path, namespace: string, load: () => Promise<PageModule>) =>
  createRoute({
    getParentRoute: () => at,
    path,
    loader: texts(namespace),
    component: lazyPage(load),
    remountDeps,
    errorComponent: Failed,
  });

const tree = root.addChildren([
  home,
  login,
  firstRun("/setup"),
  firstRun("/setup/$location"),
  inside.addChildren([
    locations,
    account,
    at.addChildren([
      start,
      bare("big-screen", "big-screen", () => import("./big-screen/big-screen-page.tsx")),
      bare("badge/$visit", "badge", () => import("./badge/badge-page.tsx")),
      bare("evacuation", "evacuation", () => import("./evacuation/evacuation-page.tsx")),
      shell.addChildren([
        page("reception", "reception", () => import("./reception/reception-page.tsx")),
        page("sign-in", "sign-in", () => import("./sign-in/sign-in-page.tsx")),
        page("inside", "inside", () => import("./inside/inside-page.tsx")),
        page("log", "log", () => import("./log/log-page.tsx")),
        page("visits/$visit", "visit", () => import("./visit/visit-page.tsx")),
        page(
          "registered-visitors",
          "registered-visitors",
          () => import("./registered-visitors/registered-visitors-page.tsx"),
        ),
        page("hosts", "hosts", () => import("./hosts/hosts-page.tsx")),
        page("insights", "insights", () => import("./insights/insights-page.tsx")),
        page("outbox", "outbox", () => import("./outbox/outbox-page.tsx")),
        page("undelivered", "undelivered", () => import("./undelivered/undelivered-page.tsx")),
        page("settings", "settings", () => import("./settings/settings-page.tsx")),
        page("settings/users", "users", () => import("./users/users-page.tsx")),
        page("settings/visit-types", "visit-types", () => import("./visit-types/visit-types-page.tsx")),
        page("settings/visit-types/$visitType", "visit-types", () => import("./visit-types/visit-type-page.tsx")),
        page("settings/agreements", "agreements", () => import("./agreements/agreements-page.tsx")),
        page("settings/agreements/$agreement", "agreements", () => import("./agreements/agreement-page.tsx")),
        page("settings/entry-points", "entry-points", () => import("./entry-points/entry-points-page.tsx")),
        page("settings/devices", "devices", () => import("./devices/devices-page.tsx")),
        page("settings/general", "general", () => import("./general/general-page.tsx")),
        page("settings/retention", "retention", () => import("./retention/retention-page.tsx")),
        page("settings/webhook", "webhook", () => import("./webhook/webhook-page.tsx")),
        page("settings/api-keys", "api-keys", () => import("./api-keys/api-keys-page.tsx")),
        page(
          "settings/identity-provider",
          "identity-provider",
          () => import("./identity-provider/identity-provider-page.tsx"),
        ),
        page(
          "settings/erasure-requests",
          "erasure-requests",
          () => import("./erasure-requests/erasure-requests-page.tsx"),
        ),
        page("settings/audit", "audit", () => import("./audit/audit-page.tsx")),
        createRoute({ getParentRoute: () => shell, path: "$", component: Nowhere }),
      ]),
    ]),
  ]),
]);

/** Every page of the console; each is loaded when somebody goes there, or is about to. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NowhereBare,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
