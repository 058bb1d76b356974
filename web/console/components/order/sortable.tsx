import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./sortable.module.css";

type SortableListProps<Item> = {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** The items in their new order. */
  onSort: (items: Item[]) => void;
  /** Draws an item; the handle comes first. */
  children: (item: Item, handle: ReactNode) => ReactNode;
};

const handleId = (id: string): string => `handle-${id}`;

/** Drag, arrow keys, or the menu behind a press: users who can't drag have the same (WCAG 2.5.7). */
const Handle = ({
  id,
  name,
  move,
  setActivator,
  listeners,
}: {
  id: string;
  name: string;
  move: (by: 1 | -1) => void;
  setActivator: (element: HTMLElement | null) => void;
  listeners: ReturnType<typeof useSortable>["listeners"];
}) => {
  const { t } = useTranslation();
  const onKey = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <button
          type="button"
          id={handleId(id)}
          ref={setActivator}
          className={styles.handle}
          aria-label={t("moveItem", { name })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          {...listeners}
          onKeyDown={onKey}
        >
          <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={18} stroke={1.6} />} onClick={() => move(-1)}>
          {t("moveUp")}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={18} stroke={1.6} />} onClick={() => move(1)}>
          {t("moveDown")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

const SortableItem = ({
  id,
  name,
  move,
  children,
}: {
  id: string;
  name: string;
  move: (by: 1 | -1) => void;
  children: (handle: ReactNode) => ReactNode;
}) => {
  const { transform, transition, isDragging, setNodeRef, setActivatorNodeRef, listeners } = useSortable({ id });
  const style: CSSProperties = {
    ...(transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
    ...(transition === undefined ? {} : { transition }),
  };
  return (
    <li ref={setNodeRef} className={styles.item} data-dragging={isDragging || undefined} style={style}>
      {children(<Handle id={id} name={name} move={move} setActivator={setActivatorNodeRef} listeners={listeners} />)}
    </li>
  );
};

/**
 * A list that users order: by dragging, by the arrow keys on a handle, or by its menu. Screen readers announce each
 * move.
 */
export const SortableList = <Item,>({ label, items, idOf, nameOf, onSort, children }: SortableListProps<Item>) => {
  const { t } = useTranslation();
  const [told, setTold] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const ids = items.map(idOf);
  const moveTo = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onSort(arrayMove([...items], from, to));
    setTold(t("movedTo", { name: nameOf(item), place: to + 1, count: items.length }));
    // Browsers blur an element that is moved in the page.
    requestAnimationFrame(() => document.getElementById(handleId(idOf(item)))?.focus());
  };
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over !== null) moveTo(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={styles.list} aria-label={label}>
          {items.map((item, index) => (
            <SortableItem key={idOf(item)} id={idOf(item)} name={nameOf(item)} move={(by) => moveTo(index, index + by)}>
              {(handle) => children(item, handle)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
      <span className={styles.told} role="status">
        {told}
      </span>
    </DndContext>
  );
};
