import { TextInput, type TextInputProps } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortWeekday } from "../../../shared/format.ts";
import { isDay } from "../../../shared/is-day.ts";
import { useToday } from "../../data/lists/day.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { CalendarButton } from "./calendar-button.tsx";
import { parseDay } from "./parse-day.ts";

type DateFieldProps = Omit<TextInputProps, "value" | "onChange" | "min" | "max"> & {
  /** `2026-05-19`, or empty. */
  value: string;
  /** Called with a day that was typed or chosen, or when the field was emptied. */
  set: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** A form isn't sent while the field has a text that isn't a day: it would be sent without it. */
const useHeldForm = (input: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const hold = (event: Event): void => {
      if (field?.validity.customError !== true) return;
      event.preventDefault();
      event.stopPropagation();
      field.focus();
    };
    form?.addEventListener("submit", hold, { capture: true });
    return () => form?.removeEventListener("submit", hold, { capture: true });
  }, [input]);
};

/** What was typed, until it is read as a day. */
const useTypedDay = ({ set, min, max }: DateFieldProps) => {
  const { t } = useTranslation();
  const { language } = useFormatContext();
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [mistake, setMistake] = useState<string>();
  useHeldForm(input);
  const accept = (day: string | undefined): void => {
    const words = day === undefined ? t("day.mistake") : undefined;
    input.current?.setCustomValidity(words ?? "");
    setMistake(words);
    if (day === undefined) return;
    setTyped(undefined);
    set(day);
  };
  const read = (): void => {
    if (typed !== undefined) accept(typed.trim() === "" ? "" : parseDay(typed, language, { today, min, max }));
  };
  return { input, typed, setTyped, mistake, accept, read };
};

/** A day, typed as people write it or chosen in a calendar, both in the language of the console. */
export const DateField = (props: DateFieldProps) => {
  const { value, set: _set, min, max, error, ...input } = props;
  const { t } = useTranslation();
  const writing = useFormatContext();
  const { input: ref, typed, setTyped, mistake, accept, read } = useTypedDay(props);
  const shown = isDay(value) ? formatShortWeekday(value, writing) : value;
  return (
    <TextInput
      {...input}
      ref={ref}
      value={typed ?? shown}
      error={mistake ?? error}
      placeholder={t("day.placeholder")}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={read}
      onKeyDown={(event) => event.key === "Enter" && read()}
      rightSection={<CalendarButton value={value} choose={accept} min={min} max={max} />}
    />
  );
};
