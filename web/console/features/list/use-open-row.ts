import { useAddressState } from "../../components/form/address-state.ts";
import type { PanelNavigation } from "../../components/table/row-panel.tsx";
import type { Row } from "./description.ts";

/** The open row: its ID, a way to open another, the row itself if it is listed, and the navigation of its panel. */
type OpenRow<Item> = {
  open: string | undefined;
  setOpen: (id: string | undefined) => void;
  listed: Item | undefined;
  ways: PanelNavigation;
};

/**
 * The row beside a list, with links to the previous and next ones. @param name the parameter of the address with its ID
 */
export const useOpenRow = <Item extends Row>(name: string, rows: readonly Item[]): OpenRow<Item> => {
  const [open, setOpen] = useAddressState(name);
  const index = rows.findIndex(({ _id }) => _id === open);
  const step = (by: 1 | -1): (() => void) | undefined => {
    const other = index < 0 ? undefined : rows[index + by];
    return other === undefined ? undefined : () => setOpen(other._id);
  };
  const close = (): void => setOpen(undefined);
  return { open, setOpen, listed: rows[index], ways: { close, previous: step(-1), next: step(1) } };
};
