import i18next from "i18next";
import { type ComponentType, createElement, type ReactNode, use } from "react";

/** A page whose code comes when a user goes there, or before. */
export type LazyPage = (() => ReactNode) & { preload: () => Promise<void> };

/** The pages whose code did not come, to be asked for again. */
const failedLoads = new Set<() => Promise<void>>();

/** Everything of the console that comes on demand. */
const preloads = new Set<() => Promise<unknown>>();

/** Has a part that comes on demand loaded with the rest of the console, once the page is at rest. */
export const registerPreload = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  preloads.add(load);
  return load;
};

/**
 * A page whose code comes on demand. Where it can't be loaded, its error is thrown when it is drawn, and shown by the page of the house:
 * the router's own would load the window anew, which offline leaves nothing but the browser's error page.
 */
export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => {
  let here: ComponentType | undefined;
  let problem: Error | undefined;
  let loading: Promise<void> | undefined;
  const fetched = async (): Promise<void> => {
    try {
      here = await load();
      problem = undefined;
      failedLoads.delete(preload);
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error));
      failedLoads.add(preload);
    }
    loading = undefined;
  };
  const preload = (): Promise<void> => (loading ??= here === undefined ? fetched() : Promise.resolve());
  const Lazy = (): ReactNode => {
    if (here !== undefined) return createElement(here);
    if (problem !== undefined) throw problem;
    use(preload());
    return null;
  };
  return Object.assign(Lazy, { preload: registerPreload(preload) });
};

const hasTexts = (namespace: string): boolean => i18next.hasResourceBundle(i18next.language, namespace);

/** Loads the texts of a page. Errors: they could not be loaded; the page would show their keys. */
export const loadTexts = async (namespace: string): Promise<void> => {
  await i18next.loadNamespaces(namespace);
  // What failed once is not asked for again otherwise.
  if (!hasTexts(namespace)) await i18next.reloadResources([i18next.language], [namespace]);
  if (!hasTexts(namespace)) throw new Error(`Unable to preload the texts of ${namespace}`);
};

/** Asks again for the code that did not come. @returns whether there was some, and all of it is here now */
export const retryFailedLoads = async (): Promise<boolean> => {
  const loads = [...failedLoads];
  await Promise.all(loads.map((load) => load()));
  return loads.length > 0 && failedLoads.size === 0;
};

const isIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

/** Whether the browser was asked to save data: nothing is loaded then before it is wanted. Known to Chromium only. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The work of the page comes first. */
const START_DELAY_MS = 4000;
const RETRY_MS = 30_000;
let isLoading = false;

/** Some at a time, so that whatever the user does meanwhile is not in their way. */
const BATCH_SIZE = 6;

const loadInBatches = async (loads: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (let at = 0; at < loads.length; at += BATCH_SIZE) {
    await isIdle();
    await Promise.all(loads.slice(at, at + BATCH_SIZE).map((load) => load()));
  }
};

const loadAll = async (namespaces: readonly string[]): Promise<void> => {
  const texts = namespaces.map((namespace) => () => loadTexts(namespace));
  await loadInBatches(texts);
  await loadInBatches([...preloads]);
  // A page that has come may have brought parts of its own.
  await loadInBatches([...preloads]);
  if (failedLoads.size > 0) throw new Error("Some code did not come");
};

/**
 * Loads the whole console once the page is at rest, some parts at a time: from then on no page waits for the network, and a new version of
 * the service, which no longer has the files of this one, takes none away. What can't be loaded is asked for again. Not for a browser that
 * saves data.
 */
export const loadConsole = (namespaces: readonly string[]): void => {
  if (isLoading || savesData()) return;
  isLoading = true;
  const start = (): void => void loadAll(namespaces).catch(() => setTimeout(start, RETRY_MS));
  setTimeout(start, START_DELAY_MS);
};
