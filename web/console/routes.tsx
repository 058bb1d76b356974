import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";

import { queryClient } from "./data/api.ts";
import { lazyPage, loadTexts } from "./lib/lazy-code.ts";
import { locationQuery, locationsQuery } from "./data/location.ts";
import { lastLocationId } from "./lib/preferences.ts";
import { meQuery } from "./data/session.ts";
import { PageError, LocationError } from "./app/shell/page-error.tsx";
import { LocationProvider } from "./app/shell/location-provider.tsx";
import { RequireSession } from "./app/shell/require-session.tsx";
import { NotFound, NotFoundPage } from "./app/shell/not-found.tsx";
import { AccountPages } from "./app/shell/account-layout.tsx";
import { Shell } from "./app/shell/shell.tsx";

/** Everything that a page is drawn from is on its way at once: its code and its texts. */
const texts = (namespace: string) => (): Promise<void> => loadTexts(namespace);

const root = createRootRoute({ errorComponent: PageError });

const EVACUATION = /^\/at\/\w+\/evacuation\b/;

const guard = async (address: string): Promise<void> => {
  // The one page that opens without network, from what this phone has kept of the evacuation that goes on.
  if (EVACUATION.test(address)) await (await import("./data/evacuation-storage.ts")).restoreWhenOffline(address);
  if ((await queryClient.ensureQueryData(meQuery)) === null) throw redirect({ to: "/login", search: { to: address } });
};

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  loader: texts("login"),
  component: lazyPage(async () => (await import("./app/login/login-page.tsx")).LoginPage),
});

/** The first run: the link's token stands in the fragment, and the location in the address once there is one. */
const firstRun = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: async () => void (await Promise.all([texts("setup")(), texts("entry-points")()])),
    component: lazyPage(async () => (await import("./pages/setup/setup-page.tsx")).SetupPage),
  });

/** The last location that was looked at in this browser, else the first there is; without any, the first one is made. */
const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ location }) => {
    await guard(location.href);
    const locations = await queryClient.ensureQueryData(locationsQuery);
    const known = locations.find(({ _id }) => _id === lastLocationId()) ?? locations[0];
    if (known === undefined) throw redirect({ to: "/locations" });
    throw redirect({ to: "/at/$location", params: { location: known._id } });
  },
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: RequireSession,
  beforeLoad: ({ location }) => guard(location.href),
});

/** The pages that belong to no location. */
const outside = createRoute({
  getParentRoute: () => inside,
  id: "outside",
  component: AccountPages,
});

const locations = createRoute({
  getParentRoute: () => outside,
  path: "/locations",
  loader: texts("locations"),
  component: lazyPage(async () => (await import("./pages/locations/locations-page.tsx")).LocationsPage),
});

const account = createRoute({
  getParentRoute: () => outside,
  path: "/account",
  loader: texts("account"),
  component: lazyPage(async () => (await import("./pages/account/account-page.tsx")).AccountPage),
});

const at = createRoute({
  getParentRoute: () => inside,
  path: "/at/$location",
  component: LocationProvider,
  loader: ({ params }) =>
    Promise.all([
      queryClient.ensureQueryData(locationQuery(params.location)),
      queryClient.ensureQueryData(locationsQuery),
    ]),
  errorComponent: LocationError,
});

const shell = createRoute({ getParentRoute: () => at, id: "shell", component: Shell, errorComponent: PageError });

const start = createRoute({
  getParentRoute: () => at,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/at/$location/reception", params });
  },
});

/** A page is mounted anew for another location or record: nothing typed about one is ever saved in another. */
const remountDeps = ({ params }: { params: object }): object => params;

const page = <Path extends string>(path: Path, namespace: string, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    loader: texts(namespace),
    component: lazyPage(load),
    remountDeps,
    errorComponent: PageError,
  });

/** Pages that fill the screen, without the sidebar. */
const bare = <Path extends string>(path: Path, namespace: string, load: () => Promise<ComponentType>) =>
  createRoute({
    getParentRoute: () => at,
    path,
    loader: texts(namespace),
    component: lazyPage(load),
    remountDeps,
    errorComponent: PageError,
  });

const tree = root.addChildren([
  home,
  login,
  firstRun("/setup"),
  firstRun("/setup/$location"),
  inside.addChildren([
    outside.addChildren([locations, account]),
    at.addChildren([
      start,
      bare(
        "big-screen",
        "big-screen",
        async () => (await import("./pages/big-screen/big-screen-page.tsx")).BigScreenPage,
      ),
      bare("badge/$visit", "badge", async () => (await import("./pages/badge/badge-page.tsx")).BadgePage),
      bare(
        "evacuation",
        "evacuation",
        async () => (await import("./pages/evacuation/evacuation-page.tsx")).EvacuationPage,
      ),
      shell.addChildren([
        page(
          "reception",
          "reception",
          async () => (await import("./pages/reception/reception-page.tsx")).ReceptionPage,
        ),
        page("sign-in", "sign-in", async () => (await import("./pages/sign-in/sign-in-page.tsx")).SignInPage),
        page("inside", "inside", async () => (await import("./pages/inside/inside-page.tsx")).InsidePage),
        page("log", "log", async () => (await import("./pages/log/log-page.tsx")).LogPage),
        page("visits/$visit", "visit", async () => (await import("./pages/visit/visit-page.tsx")).VisitPage),
        page(
          "registered-visitors",
          "registered-visitors",
          async () => (await import("./pages/registered-visitors/registered-visitors-page.tsx")).RegisteredVisitorsPage,
        ),
        page("hosts", "hosts", async () => (await import("./pages/hosts/hosts-page.tsx")).HostsPage),
        page("insights", "insights", async () => (await import("./pages/insights/insights-page.tsx")).InsightsPage),
        page("outbox", "outbox", async () => (await import("./pages/outbox/outbox-page.tsx")).OutboxPage),
        page(
          "undelivered",
          "undelivered",
          async () => (await import("./pages/undelivered/rejected-syncs-page.tsx")).RejectedSyncsPage,
        ),
        page("settings", "settings", async () => (await import("./pages/settings/settings-page.tsx")).SettingsPage),
        page("settings/users", "users", async () => (await import("./pages/users/users-page.tsx")).UsersPage),
        page(
          "settings/visit-types",
          "visit-types",
          async () => (await import("./pages/visit-types/visit-types-page.tsx")).VisitTypesPage,
        ),
        page(
          "settings/visit-types/$visitType",
          "visit-types",
          async () => (await import("./pages/visit-types/visit-type-page.tsx")).VisitTypePage,
        ),
        page(
          "settings/agreements",
          "agreements",
          async () => (await import("./pages/agreements/agreements-page.tsx")).AgreementsPage,
        ),
        page(
          "settings/agreements/$agreement",
          "agreements",
          async () => (await import("./pages/agreements/agreement-page.tsx")).AgreementPage,
        ),
        page(
          "settings/entry-points",
          "entry-points",
          async () => (await import("./pages/entry-points/entry-points-page.tsx")).EntryPointsPage,
        ),
        page("settings/devices", "devices", async () => (await import("./pages/devices/devices-page.tsx")).DevicesPage),
        page("settings/general", "general", async () => (await import("./pages/general/general-page.tsx")).GeneralPage),
        page(
          "settings/retention",
          "retention",
          async () => (await import("./pages/retention/retention-page.tsx")).RetentionPage,
        ),
        page("settings/webhook", "webhook", async () => (await import("./pages/webhook/webhook-page.tsx")).WebhookPage),
        page(
          "settings/api-keys",
          "api-keys",
          async () => (await import("./pages/api-keys/api-keys-page.tsx")).ApiKeysPage,
        ),
        page(
          "settings/identity-provider",
          "identity-provider",
          async () => (await import("./pages/identity-provider/identity-provider-page.tsx")).IdentityProviderPage,
        ),
        page(
          "settings/erasure-requests",
          "erasure-requests",
          async () => (await import("./pages/erasure-requests/erasure-requests-page.tsx")).ErasureRequestsPage,
        ),
        page("settings/audit", "audit", async () => (await import("./pages/audit/audit-page.tsx")).AuditPage),
        createRoute({ getParentRoute: () => shell, path: "$", component: NotFound }),
      ]),
    ]),
  ]),
]);

/** Every page of the console; each is loaded when the user goes there, or is about to. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
