import { Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { useAlreadyInsidePrompt } from "../../actions/already-inside.ts";
import { NAMESPACES } from "../../lib/catalogues.ts";
import { registerPreload, loadConsole, loadTexts } from "../../lib/lazy-code.ts";
import { loadMenu } from "../../components/button/menu-button.tsx";
import { usePreloadWhenIdle } from "../../components/button/lazy-popup.tsx";
import { Deferred } from "../../components/feedback/deferred.tsx";
import { useOverwritePrompt } from "../../components/edits/overwrite-prompt.ts";
import { focusList, focusNextRow, focusNextRowFromRow, pressShortcutInRow } from "../../components/focus/row-focus.ts";
import { ToastArea } from "../../components/feedback/toast.tsx";
import { undoLast } from "../../components/feedback/undo-offers.ts";
import { useSessionExpired } from "../../data/api/session-expiry.ts";
import { useLiveEvents } from "../../data/live/live.ts";
import { useLocationId } from "../../data/session/location.ts";
import { can } from "../../../../shared/roles.ts";
import { savePreference } from "../../lib/preferences.ts";
import { useMe } from "../../data/session/session.ts";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { BottomBar } from "./bars/bottom-bar.tsx";
import { FailedActionsBar } from "./bars/failed-actions-bar.tsx";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { useKeys } from "../../lib/use-keys.ts";
import { pages } from "../../data/pages.ts";
import styles from "./shell.module.css";
import { Sidebar } from "./bars/sidebar.tsx";
import { TopBar } from "./bars/top-bar.tsx";

type PaletteType = (props: { close: () => void }) => React.ReactNode;

/** Once loaded, it is drawn synchronously: text typed right after command K must not be lost. */
let palette: PaletteType | undefined;
const loadPalette = async (): Promise<{ default: PaletteType }> => {
  const [module] = await Promise.all([import("../palette/palette.tsx"), loadTexts("palette")]);
  palette = module.Palette;
  return { default: module.Palette };
};
const LazyPalette = lazy(loadPalette);
const AlreadyInsideDialog = lazy(
  registerPreload(async () => ({ default: (await import("./already-inside-dialog.tsx")).AlreadyInsideDialog })),
);
const OverwriteDialog = lazy(
  registerPreload(async () => ({ default: (await import("./overwrite-dialog.tsx")).OverwriteDialog })),
);
const KeyList = lazy(registerPreload(async () => ({ default: (await import("./shortcut-list.tsx")).ShortcutList })));

/** Needed with the next key or click: the palette, a visit beside its list, the menus. */
const PRELOADS = [
  loadPalette,
  () => import("../../features/visit/visit-sheet.tsx"),
  () => loadTexts("visit"),
  loadMenu,
];

/** Command or control and K opens the palette everywhere, even in a field. */
const usePaletteKey = (open: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      open();
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, [open]);
};

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && "value" in target && target.value !== "";

/** Command or control and Z undoes the newest action, except in a field with edited text. */
const useUndoKey = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
      if (event.repeat) return;
      if (!isTyped(event.target) && undoLast()) event.preventDefault();
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, []);
};

/** The page's own search, if it has one. */
const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLElement>("[data-search]");
  field?.focus();
  return field !== null;
};

/** The keys of rows and lists (components/focus/row-focus.ts). */
const ROW_KEYS = {
  j: () => focusNextRow(1),
  k: () => focusNextRow(-1),
  arrowdown: () => focusNextRowFromRow(1),
  arrowup: () => focusNextRowFromRow(-1),
  ...Object.fromEntries(["A", "O", "R"].map((key) => [key.toLowerCase(), () => pressShortcutInRow(key)])),
  ...Object.fromEntries(["1", "2", "3", "4"].map((key) => [key, () => focusList(key)])),
};

const useShellKeys = (openPalette: () => void, showKeys: () => void): void => {
  const navigate = useNavigate();
  const location = useLocationId();
  const { role } = useMe();
  const actions = useMemo(() => {
    const keys = pages
      .filter(({ permission }) => can(role, permission))
      .flatMap(({ letter, shortcut = letter && `g ${letter}`, to }) =>
        shortcut === undefined ? [] : [[shortcut, () => void navigate({ to, params: { location } })] as const],
      );
    return {
      ...Object.fromEntries(keys),
      "/": () => focusSearch() || openPalette(),
      z: () => undoLast(),
      "?": showKeys,
      ...ROW_KEYS,
    };
  }, [navigate, location, role, openPalette, showKeys]);
  useKeys(actions);
};

const Frame = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const [overlay, setOverlay] = useState<"palette" | "keys" | undefined>();
  const [open, showKeys, close] = useMemo(
    () => [() => setOverlay("palette"), () => setOverlay("keys"), () => setOverlay(undefined)],
    [],
  );
  const isPhone = useBreakpoint() === "phone";
  const Palette = palette ?? LazyPalette;
  const alreadyInside = useAlreadyInsidePrompt();
  const overwriting = useOverwritePrompt();
  // Not for users who are logged out.
  useLiveEvents(useSessionExpired() ? "" : location);
  usePaletteKey(open);
  useUndoKey();
  useShellKeys(open, showKeys);
  useEffect(() => savePreference("location", location), [location]);
  usePreloadWhenIdle(PRELOADS);
  useEffect(() => loadConsole(NAMESPACES), []);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#sheet">
        {t("skip")}
      </a>
      {isPhone ? <TopBar openPalette={open} /> : <Sidebar openPalette={open} />}
      <RouteAnnouncer />
      <main className={styles.sheet} id="sheet" tabIndex={-1}>
        <FailedActionsBar />
        <div className={styles.page}>
          <Deferred>
            <Outlet />
          </Deferred>
        </div>
      </main>
      {isPhone && <BottomBar openPalette={open} />}
      <ToastArea />
      <Suspense>
        {overlay === "palette" && <Palette close={close} />}
        {overlay === "keys" && <KeyList close={close} />}
        {overwriting !== undefined && <OverwriteDialog prompt={overwriting} />}
        {alreadyInside !== undefined && <AlreadyInsideDialog prompt={alreadyInside} />}
      </Suspense>
    </div>
  );
};

/** The frame of every page: sidebar or bottom bar, one sheet, toasts, palette, and the stream of events. */
export const Shell = () => (
  <Deferred>
    <Frame />
  </Deferred>
);
