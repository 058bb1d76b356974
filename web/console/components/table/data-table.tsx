import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";

import { preference } from "../../lib/preferences.ts";
import { useFailedActions } from "../../data/lists/failed-actions.ts";
import { type Choose, ChooseBox } from "../form/choose-box.tsx";
import styles from "./data-table.module.css";
import { Searching } from "../search/searching.tsx";
import { RowFailure } from "../feedback/failed-line.tsx";
import { type Line, linesOf } from "./table-lines.ts";
import { useSize } from "../layout/use-size.ts";

/** A column of a table. */
export type Column<Item> = {
  key: string;
  label: ReactNode;
  cell: (item: Item) => ReactNode;
  /** As in `grid-template-columns`, such as `minmax(180px, 1.4fr)`. */
  width: string;
  /** Numbers are aligned right. */
  right?: boolean;
  sortable?: boolean;
  /** Columns with a higher number are dropped first if there is less room; 0 is never dropped. */
  drops?: 0 | 1 | 2 | 3;
};

type DataTableProps<Item> = {
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  idOf: (item: Item) => string;
  /** Called for visible rows that are not loaded; `total` is then larger than `rows`. */
  total?: number;
  loadMore?: () => void;
  sort?: { key: string; descending: boolean };
  onSort?: (key: string) => void;
  selected?: string;
  onOpen?: (item: Item) => void;
  /** The focus has moved to a row, by the arrows or a press: an open panel beside the table follows. */
  onRowFocus?: ((item: Item) => void) | undefined;
  /** Rows with the same group appear under its heading, such as a day with its count. */
  groupOf?: (item: Item) => { key: string; heading: ReactNode };
  /** The rows are those of the question before. */
  isSearching?: boolean;
  /** Checkboxes to select rows. */
  chosen?: ReadonlySet<string>;
  onChoose?: Choose;
  chooseLabel?: (item: Item) => string;
};

const Head = <Item,>({
  columns,
  sort,
  onSort,
  chooses,
}: Pick<DataTableProps<Item>, "columns" | "sort" | "onSort"> & { chooses: boolean }) => (
  <div className={styles.head} role="row">
    {chooses && <span role="cell" />}
    {columns.map(({ key, label, right, sortable, drops }) => {
      const isSorted = sort?.key === key;
      const order = sort?.descending === true ? "descending" : "ascending";
      return (
        <span
          key={key}
          role="columnheader"
          data-drops={drops}
          data-right={right || undefined}
          aria-sort={isSorted ? order : undefined}
        >
          {sortable === true ? (
            <button type="button" onClick={() => onSort?.(key)}>
              {label}
              {isSorted && (order === "descending" ? <IconArrowDown size={15} /> : <IconArrowUp size={15} />)}
            </button>
          ) : (
            label
          )}
        </span>
      );
    })}
  </div>
);

/** Up, down, J and K move through the rows; Enter and Space open one. */
const onRowKey = (event: KeyboardEvent<HTMLElement>, open: () => void): void => {
  const go = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (event.target !== event.currentTarget) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    open();
  } else if (go !== undefined) {
    event.preventDefault();
    const rows = [...(event.currentTarget.closest("[role=table]")?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    rows[rows.indexOf(event.currentTarget) + go]?.focus();
  }
};

const Cells = <Item,>({
  item,
  columns,
  idOf,
  chosen,
  onChoose,
  chooseLabel,
}: DataTableProps<Item> & { item: Item }) => {
  const id = idOf(item);
  return (
    <>
      {onChoose !== undefined && (
        <span role="cell" className={styles.chooseCell}>
          <ChooseBox
            id={id}
            className={styles.choose}
            label={chooseLabel?.(item) ?? id}
            isChosen={chosen?.has(id) ?? false}
            choose={onChoose}
          />
        </span>
      )}
      {columns.map(({ key, cell, right, drops }) => (
        <span key={key} role="cell" data-drops={drops} data-right={right || undefined}>
          {cell(item)}
        </span>
      ))}
    </>
  );
};

type LineRowProps<Item> = DataTableProps<Item> & { line: Line<Item>; start: number };

/** A row, or the heading of a group, at its position. */
const LineRow = <Item,>({ line, start, ...table }: LineRowProps<Item>) => {
  const place = { transform: `translateY(${start}px)` };
  if (line.kind === "group")
    return (
      <div className={styles.group} style={place} role="row">
        <span role="cell">{line.heading}</span>
      </div>
    );
  if (line.kind === "failed")
    return (
      <div className={styles.failed} style={place} role="row">
        <span role="cell">
          <RowFailure id={line.key} />
        </span>
      </div>
    );
  const { idOf, selected, onOpen, onRowFocus } = table;
  return (
    <div
      role="row"
      data-row
      tabIndex={0}
      aria-rowindex={line.index + 2}
      aria-selected={selected === undefined ? undefined : selected === idOf(line.item)}
      className={styles.row}
      style={place}
      onClick={() => onOpen?.(line.item)}
      onFocus={(event) => event.target === event.currentTarget && onRowFocus?.(line.item)}
      onKeyDown={(event) => onRowKey(event, () => onOpen?.(line.item))}
    >
      <Cells {...table} item={line.item} />
    </div>
  );
};

const columnsStyle = (widths: readonly string[]): CSSProperties => ({
  ["--columns" as keyof CSSProperties]: widths.join(" "),
});

/** On a phone, the first column takes the space that the others leave. */
const widthsOf = <Item,>({ columns, onChoose }: DataTableProps<Item>, isPhone: boolean): readonly string[] => {
  const widths = columns.map(({ width }, index) => (isPhone ? (index === 0 ? "minmax(0, 1fr)" : "auto") : width));
  return onChoose === undefined ? widths : ["28px", ...widths];
};

const ROW = 50;
const COMPACT_ROW = 38;
const PHONE_ROW = 66;
const GROUP = 44;
const FAILED = 56;
const PHONE_FAILED = 128;
const GAP = 16;
/** Below this width the table has its phone form: taller rows, and no head (data-table.module.css). */
const PHONE = 560;

const least = (width: string): number => Number(/(?<!\d)(\d{1,5})px/.exec(width)?.[1] ?? GAP);

/** The columns that fit side by side; the highest `drops` are dropped first, and of equal ones the last. */
const fitting = <Item,>(columns: readonly Column<Item>[], room: number): readonly Column<Item>[] => {
  const needed = columns.reduce((sum, { width }) => sum + least(width) + GAP, -GAP);
  const order = columns.map(({ drops = 0 }) => drops);
  const highest = Math.max(...order);
  if (needed <= room || highest === 0) return columns;
  const leaving = order.lastIndexOf(highest as 0 | 1 | 2 | 3);
  return fitting(
    columns.filter((_, index) => index !== leaving),
    room,
  );
};

/** Content shown on a phone alone, where a column has no room, or no head. */
export const OnPhone = ({ children }: { children: ReactNode }) => <span className={styles.onPhone}>{children}</span>;

/** Has the lines measured again when rows have another height, or other lines stand between them. */
const useMeasureAnew = (virtual: { measure: () => void }, rowHeight: number, failed: readonly unknown[]): void => {
  const measured = useRef({ rowHeight, failed });
  useEffect(() => {
    const { current } = measured;
    if (current.rowHeight !== rowHeight || current.failed !== failed) virtual.measure();
    measured.current = { rowHeight, failed };
  }, [virtual, rowHeight, failed]);
};

/** A dense table: head 36, rows 50 (compact: 38); only visible rows are drawn, so a million are as fast as fifty. */
export const DataTable = <Item,>(given: DataTableProps<Item>) => {
  const { label, rows, idOf, total = rows.length, loadMore, onChoose, isSearching = false } = given;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const width = size?.width ?? Number.POSITIVE_INFINITY;
  const isPhone = width < PHONE;
  const [wantsCompact] = useState(() => preference("compact") === true);
  const isCompact = wantsCompact && !isPhone;
  const margins = isPhone ? 40 : 56;
  const room = width - margins - (onChoose === undefined ? 0 : 28 + GAP);
  const columns = fitting(given.columns, room);
  const props = { ...given, columns };
  const failed = useFailedActions();
  const lines = linesOf(props, new Set(failed.map(({ id }) => id)));
  const rowHeight = isPhone ? PHONE_ROW : isCompact ? COMPACT_ROW : ROW;
  const heights = { group: GROUP, row: rowHeight, failed: isPhone ? PHONE_FAILED : FAILED };
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    enabled: size !== undefined,
    ...(size && { initialRect: size }),
    estimateSize: (index) => heights[lines[index]?.kind ?? "row"],
    overscan: useDeferredValue(8, 1),
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)?.index ?? 0;
      if (last >= lines.length - 10 && rows.length < total) loadMore?.();
    },
  });
  useMeasureAnew(virtual, rowHeight, failed);
  return (
    <div
      className={styles.scroller}
      ref={scroller}
      data-phone={isPhone || undefined}
      data-dense={isCompact || undefined}
    >
      <Searching on={isSearching} />
      <div
        className={styles.table}
        role="table"
        aria-busy={isSearching}
        aria-label={label}
        aria-rowcount={total + 1}
        style={columnsStyle(widthsOf(props, isPhone))}
      >
        <Head {...props} chooses={onChoose !== undefined} />
        <div className={styles.rows} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const key = line.kind === "row" ? idOf(line.item) : `${line.kind} ${line.key}`;
            return <LineRow key={key} {...props} line={line} start={start} />;
          })}
        </div>
      </div>
    </div>
  );
};

/** Two lines of a cell: the name, and below it the company. */
export const TwoLines = ({ title, below, lead }: { title: ReactNode; below?: ReactNode; lead?: ReactNode }) => (
  <span className={styles.two}>
    {lead}
    <span className={styles.twoWords}>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      {below !== undefined && <span className={styles.below}>{below}</span>}
    </span>
  </span>
);
