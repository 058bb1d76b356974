import { Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { WATCH_REASONS } from "../../../../shared/import/watch-reasons.ts";
import { dayAfter } from "../../../shared/format.ts";
import { DateField } from "../../components/date/date-field.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { PanelForm } from "../../components/layout/panel.tsx";
import { api } from "../../data/api/api.ts";
import { useToday } from "../../data/lists/day.ts";
import { useLocationId } from "../../data/session/location.ts";
import { invalidateWatchlists, type WatchEntry, type Watchlist } from "./watchlists.ts";

type Fields = Record<"names" | "born" | "emails" | "phones" | "note" | "review_on", string> &
  Pick<WatchEntry, "reason_code">;

/** An entry is looked at again after half a year, if no other day is chosen. */
const REVIEW_DAYS = 182;

const lines = (text: string): string[] => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

const bodyOf = ({ names, born, emails, phones, note, reason_code, review_on }: Fields) => ({
  names: lines(names),
  emails: lines(emails),
  phones: lines(phones),
  reason_code,
  review_on,
  ...(born.trim() === "" ? {} : { born: born.trim() }),
  ...(note.trim() === "" ? {} : { note: note.trim() }),
});

const useEntryForm = (list: Watchlist, close: () => void) => {
  const { t } = useTranslation("watchlists");
  const location = useLocationId();
  const today = useToday();
  const send = async (fields: Fields): Promise<void> => {
    const params = { company_id: location, id: list._id };
    const { names } = await api.request("POST /companies/{company_id}/watchlists/{id}/entries", {
      params,
      body: bodyOf(fields),
    });
    await invalidateWatchlists(location);
    showToast({ words: t("entryAdded", { name: names[0] ?? "" }) });
    close();
  };
  const blank = { names: "", born: "", emails: "", phones: "", note: "" };
  const first: Fields = { ...blank, reason_code: "site_ban", review_on: dayAfter(today, REVIEW_DAYS) };
  return useForm(first, send, {
    check: ({ names }) => (lines(names).length === 0 ? { field: "names", words: t("giveName") } : undefined),
  });
};

/** Adds a person to a list. */
export const EntryForm = ({ list, close }: { list: Watchlist; close: () => void }) => {
  const { t } = useTranslation("watchlists");
  const { t: common } = useTranslation();
  const { fields, set, problem, busy, submit } = useEntryForm(list, close);
  const errorAt = (name: keyof Fields) => problemAt(problem, name) ?? problemAt(problem, `${name}.0`);
  const known = (Object.keys(fields) as (keyof Fields)[]).some((name) => errorAt(name) !== undefined);
  const several = (name: "names" | "emails" | "phones") => (
    <Textarea
      label={t(`field.${name}`)}
      description={t(`fieldHelp.${name}`)}
      autosize
      minRows={1}
      value={fields[name]}
      error={errorAt(name)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <PanelForm
      action={common("add")}
      busy={busy}
      problem={known ? undefined : problem?.words}
      submit={submit}
      close={close}
    >
      {several("names")}
      <TextInput
        label={t("field.born")}
        description={t("fieldHelp.born")}
        value={fields.born}
        error={errorAt("born")}
        onChange={(event) => set({ born: event.currentTarget.value })}
      />
      {several("emails")}
      {several("phones")}
      <Select
        label={t("field.reason_code")}
        data={WATCH_REASONS.map((value) => ({ value, label: t(`because.${value}`) }))}
        value={fields.reason_code}
        allowDeselect={false}
        onChange={(value) => set({ reason_code: WATCH_REASONS.find((code) => code === value) ?? "other" })}
      />
      <DateField
        label={t("field.review_on")}
        value={fields.review_on}
        error={errorAt("review_on")}
        set={(review_on) => set({ review_on })}
      />
      <Textarea
        label={t("field.note")}
        description={t("fieldHelp.note")}
        minRows={2}
        value={fields.note}
        error={errorAt("note")}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </PanelForm>
  );
};
