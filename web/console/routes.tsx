import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";

import { can } from "../../shared/roles.ts";
import { queryClient } from "./data/api/api.ts";
import { catalogues } from "./lib/catalogues.ts";
import { lazyPage, loadTexts } from "./lib/lazy-code.ts";
import { locationQuery, locationsQuery } from "./data/session/location.ts";
import { type ConsolePage, pages } from "./data/pages.ts";
import { lastLocationId } from "./lib/preferences.ts";
import { meQuery } from "./data/session/session.ts";
import { PageError, LocationError } from "./app/shell/page-error.tsx";
import { PagePending } from "./components/feedback/loading-state.tsx";
import { LocationProvider } from "./app/shell/location-provider.tsx";
import { RequirePermission } from "./app/shell/require-permission.tsx";
import { RequireSession } from "./app/shell/require-session.tsx";
import { NotFound, NotFoundPage } from "./app/shell/not-found.tsx";
import { AccountPages } from "./app/shell/account-layout.tsx";
import { Shell } from "./app/shell/shell.tsx";

/** The code and the texts of a page are loaded in parallel. */
const texts =
  (...namespaces: readonly string[]) =>
  async (): Promise<void> =>
    void (await Promise.all(namespaces.map(loadTexts)));

/** A page that can ask for its first rows before it is drawn does so when its code has come. */
type PageComponent = ComponentType & { prefetch?: (location: string) => Promise<void> };

const CODE = import.meta.glob<Readonly<Record<string, PageComponent>>>("./pages/*/*-page.tsx");

/** The page in a file: the component that it exports. */
const loadPage = async (code: string): Promise<PageComponent> => {
  const [component] = Object.values((await CODE[`./pages/${code}-page.tsx`]?.()) ?? {});
  if (component === undefined) throw new Error(`No page in pages/${code}-page.tsx`);
  return component;
};

const loadLogin = async (): Promise<PageComponent> => (await import("./app/login/login-page.tsx")).LoginPage;

/** Whether an address is one of a route. @param route such as `/at/$location/log` */
const isOf = (route: string, pathname: string): boolean => {
  const [named, given] = [route.split("/"), pathname.replace(/\/$/, "").split("/")];
  return named.length === given.length && named.every((part, n) => part.startsWith("$") || part === given[n]);
};

/** What pages are made of, by their addresses. */
const PARTS = [
  { to: "/login", folder: "login", permission: "anyone" as const, load: loadLogin },
  ...pages.map(({ to, folder, code, permission }) => ({ to, folder, permission, load: () => loadPage(code) })),
];

/** Asks for the first rows of a page in its default view. */
const prefetchRows = async ({ load, permission }: (typeof PARTS)[number], address: Location): Promise<void> => {
  const [, location] = /^\/at\/(\w+)/.exec(address.pathname) ?? [];
  const page = await load();
  if (location === undefined || page.prefetch === undefined || address.search !== "") return;
  const me = await queryClient.ensureQueryData(meQuery);
  if (me !== null && can(me.role, permission)) await page.prefetch(location);
};

/**
 * Loads the code and the texts of a page before the session is known: the route waits for both, and shows why loading
 * failed. Then asks for the first rows of the page.
 */
export const preloadPage = (address: Location, language: string): void => {
  const part = PARTS.find(({ to }) => isOf(to, address.pathname));
  if (part === undefined) return;
  void Promise.allSettled([
    prefetchRows(part, address),
    catalogues[`../../../texts/${language}/${part.folder}.json`]?.(),
  ]);
};

const root = createRootRoute({ errorComponent: PageError });

const EVACUATION = /^\/at\/\w+\/evacuation\b/;

const guard = async (address: string): Promise<void> => {
  // The one page that opens offline, with this phone's stored data of the evacuation in progress.
  if (EVACUATION.test(address))
    await (await import("./data/session/evacuation-storage.ts")).restoreWhenOffline(address);
  if ((await queryClient.ensureQueryData(meQuery)) === null) throw redirect({ to: "/login", search: { to: address } });
};

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  loader: texts("login"),
  component: lazyPage(loadLogin),
});

/** The setup: the link's token is in the fragment, and the location in the address once there is one. */
const firstRun = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: async () => void (await Promise.all([texts("setup")(), texts("entry-points")()])),
    component: lazyPage(() => loadPage("setup/setup")),
  });

/** The location last opened in this browser, or else the first one; if there is none, the setup of the first one. */
const findLocation = async (address: string): Promise<string> => {
  await guard(address);
  const locations = await queryClient.ensureQueryData(locationsQuery);
  const known = locations.find(({ _id }) => _id === lastLocationId()) ?? locations[0];
  if (known === undefined) throw redirect({ to: "/locations" });
  return known._id;
};

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async ({ location }) => {
    throw redirect({ to: "/at/$location", params: { location: await findLocation(location.href) } });
  },
});

/** Addresses without a location, as people type them (`/settings/system`), lead to that page of the same one. */
const shortAddresses = pages
  .filter(({ path }) => !path.includes("$"))
  .map(({ path, to }) =>
    createRoute({
      getParentRoute: () => root,
      path: `/${path}`,
      beforeLoad: async ({ location }) => {
        throw redirect({ to, params: { location: await findLocation(location.href) } });
      },
    }),
  );

const inside = createRoute({
  getParentRoute: () => root,
  // Not "inside": that is the short address of a page, and the router refuses two of one ID.
  id: "session",
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
  pendingComponent: PagePending,
  component: lazyPage(() => loadPage("locations/locations")),
});

const account = createRoute({
  getParentRoute: () => outside,
  path: "/account",
  loader: texts("account"),
  pendingComponent: PagePending,
  component: lazyPage(() => loadPage("account/account")),
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
  beforeLoad: async ({ params }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    throw redirect({ to: me?.role === "employee" ? "/at/$location/my-visitors" : "/at/$location/reception", params });
  },
});

/** A page is remounted for another location or record: no input for one is ever saved in another. */
const remountDeps = ({ params }: { params: object }): object => params;

/** A page with its permission, whose code and texts are loaded when it is opened. */
const optionsOf = ({ code, folder, permission, isFullScreen = false, shares = [] }: ConsolePage) => {
  const Lazy = lazyPage(() => loadPage(code));
  const Allowed = () => (
    <RequirePermission permission={permission} isFullScreen={isFullScreen}>
      <Lazy />
    </RequirePermission>
  );
  const component = Object.assign(Allowed, { preload: Lazy.preload });
  return {
    loader: texts(folder, ...shares),
    component,
    remountDeps,
    pendingComponent: PagePending,
    errorComponent: PageError,
  };
};

const pagesUnder = (parent: AnyRoute, fullScreen: boolean) =>
  pages
    .filter(({ isFullScreen = false }) => isFullScreen === fullScreen)
    .map((page) => createRoute({ getParentRoute: () => parent, path: page.path, ...optionsOf(page) }));

const tree = root.addChildren([
  home,
  ...shortAddresses,
  login,
  firstRun("/setup"),
  firstRun("/setup/$location"),
  inside.addChildren([
    outside.addChildren([locations, account]),
    at.addChildren([
      start,
      ...pagesUnder(at, true),
      shell.addChildren([
        ...pagesUnder(shell, false),
        createRoute({ getParentRoute: () => shell, path: "$", component: NotFound }),
      ]),
    ]),
  ]),
]);

/** Every page of the console; each is loaded when the user opens it, or is about to. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
