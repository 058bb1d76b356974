import { TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import { languageOf, LANGUAGES } from "../../../shared/texts.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { problemAt, problemOf, type FormProblem } from "../../components/edits/use-draft.ts";
import { locationQuery, locationsQuery, useLocation } from "../../data/session/location.ts";
import { TimeZoneField } from "../../components/date/time-zone-field.tsx";
import { browserTimeZone, phoneSettingsOf } from "../../components/date/zone-search.ts";
import { useNow } from "../../lib/use-now.ts";
import { Form, Frame } from "./frame.tsx";
import box from "../../components/form/box.module.css";
import styles from "./location.module.css";

const ALL = Object.keys(LANGUAGES);

/** A zone with the time that it is there now. */
const useZoneLabel = (): ((zone: string) => string) => {
  const { t, i18n } = useTranslation("setup");
  const now = new Date(useNow());
  return (timeZone) => t("zoneNow", { zone: timeZone, time: formatTime(now, { language: i18n.language, timeZone }) });
};

type LanguagesProps = { chosen: readonly string[]; first: string; choose: (languages: string[]) => void };

const Languages = ({ chosen, first, choose }: LanguagesProps) => {
  const { t } = useTranslation("setup");
  const turn = (language: string): void => {
    const next = chosen.includes(language) ? chosen.filter((one) => one !== language) : [...chosen, language];
    if (next.length > 0) choose(next);
  };
  return (
    <fieldset className={styles.languages}>
      <legend>{t("languages")}</legend>
      {[first, ...ALL.filter((language) => language !== first)].map((language) => (
        <label key={language} className={styles.language}>
          <input
            type="checkbox"
            className={box.box}
            checked={chosen.includes(language)}
            onChange={() => turn(language)}
          />
          <span lang={language}>{LANGUAGES[language]}</span>
          {chosen[0] === language && <span className={styles.default}>{t("default")}</span>}
        </label>
      ))}
    </fieldset>
  );
};

type SavedLocation = { _id: string; name: string; timezone: string; languages: readonly string[] };

const useSave = (saved: SavedLocation | undefined) => {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | undefined>();
  const save = async (name: string, timezone: string, languages: readonly string[]): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        name: name.trim(),
        timezone,
        languages: [...languages],
        default_language: languages[0] ?? "en",
        ...(timezone !== saved?.timezone && phoneSettingsOf(timezone)),
      };
      const location =
        saved === undefined
          ? await api.request("POST /companies", { body })
          : await api.request("PUT /companies/{company_id}", { params: { company_id: saved._id }, body });
      queryClient.setQueryData(locationQuery(location._id).queryKey, location);
      await queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
      await navigate({ to: "/setup/$location", params: { location: location._id }, search: { step: "retention" } });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { save, busy, problem, setProblem };
};

const guessedLanguages = (own: string): string[] => [
  ...new Set([own, ...navigator.languages.flatMap((tag) => languageOf([tag]) ?? [])]),
];

/**
 * The first location: its name, its clock and its languages, guessed from the browser. @param saved the existing one,
 * if any
 */
export const FirstLocation = ({ saved }: { saved?: SavedLocation }) => {
  const { t, i18n } = useTranslation("setup");
  const own = languageOf([i18n.language]) ?? "en";
  const [name, setName] = useState(saved?.name ?? "");
  const [zone, setZone] = useState(() => saved?.timezone ?? browserTimeZone());
  const [languages, setLanguages] = useState<string[]>(() => [...(saved?.languages ?? guessedLanguages(own))]);
  const { save, busy, problem, setProblem } = useSave(saved);
  const zoneLabel = useZoneLabel();
  const submit = (): void => {
    if (name.trim() === "") setProblem({ field: "name", words: t("nameMissing") });
    else void save(name, zone, languages);
  };
  return (
    <Frame part="location" title={t("whereVisit")} help={t("whereHelp")}>
      <Form
        action={t("continue")}
        busy={busy}
        problem={problem?.field === "name" ? undefined : problem?.words}
        submit={submit}
        beside={t("minutesLeft", { count: 4 })}
      >
        <TextInput
          label={t("locationName")}
          description={t("locationNameHelp")}
          autoFocus
          required
          value={name}
          error={problemAt(problem, "name")}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <TimeZoneField
          label={t("timeZone")}
          description={t("timeZoneHelp")}
          labelOf={zoneLabel}
          value={zone}
          rightSection={<IconSelector size={18} stroke={1.6} aria-hidden="true" />}
          onChange={setZone}
        />
        <Languages chosen={languages} first={own} choose={setLanguages} />
      </Form>
    </Frame>
  );
};

/** The location again, to be corrected: the steps after it have begun. */
export const ChangedLocation = () => <FirstLocation saved={useLocation()} />;
