import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { signInRegistered, signOut } from "../../actions/visit-actions.tsx";
import { afterPaint } from "../../lib/after-paint.ts";
import { focusPage } from "../../components/focus/row-focus.ts";
import { useCombobox } from "../../components/search/use-combobox.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { HitRow } from "./hit.tsx";
import type { SearchHit, Section } from "./hits.ts";
import styles from "./palette.module.css";
import { useSearch } from "./search.ts";
import { useRunCommand } from "./use-command.ts";

/** Enter: goes to it. */
const useOpen = (): ((hit: SearchHit) => void) => {
  const navigate = useNavigate();
  const location = useLocationId();
  const runCommand = useRunCommand();
  return (hit) => {
    const params = { location };
    if (hit.kind === "command") runCommand(hit.command);
    else if (hit.kind === "page") void navigate({ to: hit.to, params });
    else if (hit.kind === "host") void navigate({ to: "/at/$location/hosts", params, search: { host: hit.id } });
    else if (hit.kind === "expected")
      void navigate({ to: "/at/$location/registered-visitors", params, search: { visitor: hit.id } });
    else if (hit.kind === "action")
      void navigate({
        to: "/at/$location/sign-in",
        params,
        search: hit.name === "" ? {} : { name: hit.name },
      });
    else void navigate({ to: "/at/$location/visits/$visit", params: { location, visit: hit.id } });
  };
};

/** Command or control and Enter: the most likely action; undefined if there is none. */
const useLikely = (): ((hit: SearchHit) => { words: string; run: () => void } | undefined) => {
  const { t } = useTranslation("palette");
  const navigate = useNavigate();
  const location = useLocationId();
  const writes = useCan("visits.write");
  return (hit) => {
    if (!writes) return undefined;
    if (hit.kind === "inside") return { words: t("signOut"), run: () => signOut([hit.visit]) };
    if (hit.kind === "expected") return { words: t("signIn"), run: () => void signInRegistered(hit.person) };
    if (hit.kind !== "earlier") return undefined;
    const search = { name: nameOf(hit.visit) } as never;
    return {
      words: t("signInAgain"),
      run: () => void navigate({ to: "/at/$location/sign-in", params: { location }, search }),
    };
  };
};

type FoundProps = {
  sections: readonly Section[];
  pick: ReturnType<typeof useCombobox>;
  likely: (hit: SearchHit) => { words: string } | undefined;
  take: (hit: SearchHit, isLikely: boolean) => void;
};

const PaletteResults = ({ sections, pick, likely, take }: FoundProps) => {
  const { t } = useTranslation("palette");
  const hits = sections.flatMap((section) => section.hits);
  return sections.map((section) => (
    <div key={section.key} role="group" aria-labelledby={`${pick.listId}-${section.key}`}>
      <p id={`${pick.listId}-${section.key}`} className={styles.heading} role="presentation">
        {t(`section.${section.key}`)}
      </p>
      {section.hits.map((hit) => {
        const index = hits.indexOf(hit);
        return (
          <div
            key={hit.id}
            id={pick.optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === pick.active}
            className={styles.hit}
            onMouseMove={() => pick.setActive(index)}
            onClick={(event) => take(hit, event.metaKey || event.ctrlKey)}
            onKeyDown={pick.field.onKeyDown}
          >
            <HitRow hit={hit} active={index === pick.active} likely={likely(hit)?.words} />
          </div>
        );
      })}
    </div>
  ));
};

const Finder = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("palette");
  const [text, setText] = useState("");
  const { sections, isSettled } = useSearch(text);
  const hits = sections.flatMap((section) => section.hits);
  const [open, likely] = [useOpen(), useLikely()];
  const take = (hit: SearchHit | undefined, isLikely: boolean): void => {
    if (hit === undefined) return;
    close();
    // Not the row on which the palette was opened: the next Enter would act on that one.
    focusPage();
    const act = isLikely ? likely(hit) : undefined;
    if (act === undefined) open(hit);
    else act.run();
  };
  const pick = useCombobox(
    hits.map(({ id }) => id),
    { first: isSettled ? 0 : -1, take: (index, isLikely) => take(hits[index], isLikely), close },
  );
  return (
    <>
      <label className={styles.field}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={t("title")}
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            pick.reset();
          }}
          {...pick.field}
        />
      </label>
      <div id={pick.listId} role="listbox" aria-label={t("title")} className={styles.list} tabIndex={-1}>
        <PaletteResults sections={sections} pick={pick} likely={likely} take={take} />
        {hits.length === 0 && <p className={styles.none}>{t("console:nothingMatches")}</p>}
      </div>
    </>
  );
};

type DialogProps = {
  label: string;
  dialog: RefObject<HTMLDialogElement | null>;
  close: () => void;
  children: ReactNode;
};

/** The browser's own dialog: it traps the focus, and restores it. */
const Dialog = ({ label, dialog, close, children }: DialogProps) => {
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, [dialog]);
  return (
    // The role is written out for the shell's keys, which look for it. Escape does what a click beside it does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
    <dialog
      ref={dialog}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
      role="dialog"
      aria-label={label}
      className={styles.palette}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {children}
    </dialog>
  );
};

/** Finds visitors, hosts, pages and actions. The first hit is selected. */
export const Palette = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("palette");
  const dialog = useRef<HTMLDialogElement>(null);
  // Hidden immediately; its contents are removed afterwards.
  const leave = (): void => {
    dialog.current?.close();
    afterPaint(close);
  };
  return (
    <Dialog label={t("title")} dialog={dialog} close={leave}>
      <Finder close={leave} />
    </Dialog>
  );
};
