import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";

/** Something to choose from a menu. */
export type MenuEntry = {
  /** Where labels may be the same, such as names of locations. */
  key?: string;
  label: string;
  icon?: ReactNode;
  /** It is where one is. */
  isCurrent?: boolean;
  /** A line before it: what follows is of another kind. */
  apart?: boolean;
  choose: () => void;
};

export type MenuButtonProps = {
  className: string | undefined;
  /** What stands on the button. */
  children: ReactNode;
  entries: readonly MenuEntry[];
  position: "top-start" | "top-end" | "bottom-start";
  width: number;
  listClassName?: string | undefined;
};

const load = (): Promise<{ default: (props: MenuButtonProps) => ReactNode }> =>
  import("./menu.tsx").then(({ OpenedMenu }) => ({ default: OpenedMenu }));
const Opened = lazy(load);

/** The button of a menu as it is before it was ever opened, and while its menu is on its way. */
const Closed = (props: ComponentProps<"button">) => (
  <button type="button" aria-haspopup="menu" aria-expanded={false} {...props} />
);

/**
 * A button with a menu, for the frame of every page: what menus are made of is heavy, and loaded when somebody comes near.
 */
export const MenuButton = (props: MenuButtonProps) => {
  const [wanted, setWanted] = useState(false);
  const { className, children } = props;
  const closed = (
    <Closed
      className={className}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      {children}
    </Closed>
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <Opened {...props} />
    </Suspense>
  ) : (
    closed
  );
};
