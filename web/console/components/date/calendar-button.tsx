import { ActionIcon, Popover } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import type { CalendarProps } from "./calendar.tsx";
import { onDemand } from "../button/lazy-popup.tsx";

const Calendar = onDemand(async () => (await import("./calendar.tsx")).Calendar);

/** A button at the end of a field, with a calendar that opens below it. */
export const CalendarButton = ({ choose, ...props }: CalendarProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState(document.body);
  const load = (): void => void Calendar.load().catch(() => undefined);
  const chooseDay = (day: string): void => {
    choose(day);
    setOpen(false);
  };
  const toggle = ({ currentTarget: button }: MouseEvent<HTMLElement>): void => {
    if (open) return setOpen(false);
    // In the popover or dialog of the field, which would take a click elsewhere for one outside of it, and close.
    setPlace(button.closest<HTMLElement>("[role=dialog]") ?? document.body);
    // Its code comes first: the focus can only go to a day that is there. If that fails, the page says so.
    void Calendar.load().finally(() => setOpen(true));
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      portalProps={{ target: place }}
      // A popover that scrolls doesn't cut it off.
      floatingStrategy="fixed"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("day.calendar")}
          onPointerEnter={load}
          onFocus={load}
          onClick={toggle}
        >
          <IconCalendar size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t("day.calendar")}
        onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
      >
        <Calendar {...props} choose={chooseDay} />
      </Popover.Dropdown>
    </Popover>
  );
};
