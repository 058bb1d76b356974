import { Switch } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocation } from "../../data/session/location.ts";
import { AddLine } from "../form/add-line.tsx";
import { Button } from "../button/button.tsx";
import { Empty } from "../feedback/empty.tsx";
import { localisedText } from "../language/languages.ts";
import { MenuButton } from "../button/menu-button.tsx";
import { renumber, type OrderedRecord } from "./ordered-records.ts";
import { PageLayout } from "../layout/page-layout.tsx";
import { RecordList } from "../table/record-row.tsx";
import { SortableList } from "./sortable.tsx";
import { showToast } from "../feedback/toast.tsx";
import { problemOf } from "../edits/use-draft.ts";
import { LoadingState } from "../feedback/loading-state.tsx";

/** A configured record with a position in a list: a visit type, an agreement, an entry point. */
type NamedRecord = OrderedRecord & { translations: { name: Readonly<Record<string, string>> } };
type SaveList<Item> = (items: readonly Item[]) => Promise<void>;

/** Returns the name of a record as this page shows it. */
export const useNameOf = (): ((record: Pick<NamedRecord, "translations">) => string) => {
  const { i18n } = useTranslation();
  const { default_language } = useLocation();
  return ({ translations }) => localisedText(translations.name, i18n.language, default_language);
};

/**
 * Makes the body of a new record: its name in the language of the page, if the location has that, as the last of the
 * list.
 */
export const useNewRecord = (count: number) => {
  const { i18n } = useTranslation();
  const { languages, default_language } = useLocation();
  const language = languages.includes(i18n.language) ? i18n.language : default_language;
  return (name: string) => ({ translations: { name: { [language]: name } }, index: count });
};

type ActiveSwitchProps<Item> = {
  item: Item;
  items: readonly Item[];
  save: SaveList<Item>;
  words: { label: string; isOn: string; isOff: string };
};

/** Turns a record of a list on or off immediately, with Undo. */
export const ActiveSwitch = <Item extends OrderedRecord>({ item, items, save, words }: ActiveSwitchProps<Item>) => {
  const turn = (active: boolean): Promise<void> =>
    save(items.map((one) => (one._id === item._id ? { ...one, active } : one)));
  const change = (): void => {
    void turn(!item.active);
    showToast({ words: item.active ? words.isOff : words.isOn, undo: () => void turn(item.active) });
  };
  return <Switch checked={item.active} aria-label={words.label} onChange={change} />;
};

/** What a new record can be made from: a template, or nothing. */
export type RecordStart = { name: string; create: () => Promise<void> };

type NewButtonProps = {
  label: string;
  kind: "line" | "primary";
  /** The name is being typed. */
  hidden: boolean;
  templates: readonly RecordStart[] | undefined;
  /** Beside the templates: without one. */
  empty: string | undefined;
  open: () => void;
};

/** Creates a record: by its name, or, where there are templates, by choosing one first. */
const NewButton = ({ label, kind, hidden, templates, empty = "", open }: NewButtonProps) => {
  const look = { kind, hidden, icon: <IconPlus /> };
  if (templates === undefined)
    return (
      <Button {...look} onClick={open}>
        {label}
      </Button>
    );
  const start = (create: RecordStart["create"]): void =>
    void create().catch((error: unknown) => showToast({ words: problemOf(error).words, kind: "problem" }));
  const entries = templates.map(({ name, create }) => ({ label: name, choose: () => start(create) }));
  return (
    <MenuButton
      entries={[...entries, { label: empty, apart: true, choose: open }]}
      position="bottom-end"
      width={220}
      button={<Button {...look}>{label}</Button>}
    />
  );
};

type OrderedPageProps<Item> = {
  words: {
    title: string;
    new: string;
    newName: string;
    create: string;
    none: string;
    noneHelp: string;
    empty?: string;
  };
  list: Pick<UseQueryResult<Item[]>, "data" | "error" | "refetch">;
  save: SaveList<Item>;
  /** Creates one with this name, and opens it. */
  create: (name: string) => Promise<void>;
  /** Offered before the name is asked; then `words.empty` is the way without one. */
  templates?: readonly RecordStart[];
  panel?: ReactNode;
  /** The row of a record, with its drag handle. */
  children: (item: Item, handle: ReactNode) => ReactNode;
};

/** The page of a list of records: ordered by hand, created by name. */
export const OrderedPage = <Item extends NamedRecord>({
  words,
  list,
  save,
  create,
  templates,
  panel,
  children,
}: OrderedPageProps<Item>) => {
  const { data: items, error, refetch } = list;
  const nameOf = useNameOf();
  const [adds, setAdds] = useState(false);
  const hasPanel = panel !== undefined && panel !== false;
  const open = (
    <NewButton
      label={words.new}
      kind={hasPanel ? "line" : "primary"}
      hidden={adds}
      templates={templates}
      empty={words.empty}
      open={() => setAdds(true)}
    />
  );
  const sort = (sorted: readonly Item[]): void => void save(renumber(sorted));
  return (
    <PageLayout
      title={words.title}
      note={items?.length}
      actions={items !== undefined && items.length > 0 && open}
      panel={panel}
    >
      {adds && <AddLine label={words.newName} action={words.create} add={create} close={() => setAdds(false)} />}
      {items !== undefined && items.length > 0 && (
        <RecordList>
          <SortableList label={words.title} items={items} idOf={({ _id }) => _id} nameOf={nameOf} onSort={sort}>
            {children}
          </SortableList>
        </RecordList>
      )}
      {items?.length === 0 && !adds && (
        <Empty title={words.none} action={open}>
          {words.noneHelp}
        </Empty>
      )}
      {items === undefined && <LoadingState label={words.title} error={error} retry={refetch} />}
    </PageLayout>
  );
};
