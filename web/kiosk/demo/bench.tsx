import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ownNameOf } from "../../../shared/languages.ts";
import { SAMPLE_COLOURS } from "../../shared/theme/sample-colours.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { titleOf, typeNameOf } from "../../visitor-flow/labels.ts";
import { type DemoScreen, screensOf } from "./demo-screens.ts";
import { type DemoSettings, FIRST_SETTINGS, SIZES } from "./demo-settings.ts";
import type { LocationReader } from "./location-reader.ts";
import type { SampleLocation } from "./sample-door.ts";
import { ScaledFrame } from "./scaled-frame.tsx";
import styles from "./bench.module.css";

type Change = (change: Partial<DemoSettings>) => void;

type SelectProps = { label: string; value: string; choose: (value: string) => void; children: ReactNode };

const Select = ({ label, value, choose, children }: SelectProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => choose(target.value)}>
        {children}
      </select>
    </div>
  );
};

type ControlProps = { location: SampleLocation; settings: DemoSettings; change: Change };

const useScreens = ({ door, hosts }: SampleLocation, type: string): DemoScreen[] => {
  const { t, i18n } = useTranslation("demo");
  return screensOf({ door, hosts }, type, (step) => titleOf(step, { t, door, language: i18n.language }));
};

const ScreenControls = ({ location, settings, change }: ControlProps) => {
  const { t, i18n } = useTranslation("demo");
  const { door } = location;
  const screens = useScreens(location, settings.type);
  return (
    <>
      <Select label={t("screen")} value={settings.screen} choose={(screen) => change({ screen })}>
        {screens.map(({ name, kind, title }) => (
          <option key={name} value={name}>
            {title ?? t(`screens.${kind}`)}
          </option>
        ))}
      </Select>
      {door.visit_types.length > 1 && (
        <Select label={t("type")} value={settings.type} choose={(type) => change({ type })}>
          {door.visit_types.map((type) => (
            <option key={type._id} value={type._id}>
              {typeNameOf(type, { t, door, language: i18n.language })}
            </option>
          ))}
        </Select>
      )}
      <Select label={t("language")} value={settings.language} choose={(language) => change({ language })}>
        {door.location.languages.map((code) => (
          <option key={code} value={code}>
            {ownNameOf(code)}
          </option>
        ))}
      </Select>
    </>
  );
};

const Colours = ({ settings: { colour }, change }: Omit<ControlProps, "location">) => {
  const { t } = useTranslation("demo");
  return (
    <fieldset className={styles.field}>
      <legend>{t("colour")}</legend>
      <div className={styles.colours}>
        {SAMPLE_COLOURS.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={one}
            aria-pressed={one === colour}
            style={{ background: one }}
            onClick={() => change({ colour: one })}
          />
        ))}
        <input
          type="color"
          aria-label={t("colour")}
          value={colour}
          onChange={({ target }) => change({ colour: target.value })}
        />
      </div>
    </fieldset>
  );
};

/** The settings with two values, and what those are called. */
const CHOICES = [
  ["keyboard", "keys", ["own", "tablet"]],
  ["text", "text", ["100", "200"]],
  ["connection", "connection", ["online", "offline"]],
  ["aid", "aid", ["none", "isRead", "isLarge", "hasContrast", "isLow"]],
] as const;

const Choices = ({ settings, change }: Omit<ControlProps, "location">) => {
  const { t } = useTranslation("demo");
  const wordOf = (name: string, value: string): string =>
    name === "text" ? `${value} %` : name === "aid" && value !== "none" ? t(`kiosk:aids.${value}`) : t(value);
  return CHOICES.map(([label, name, values]) => (
    <Select key={name} label={t(label)} value={settings[name]} choose={(value) => change({ [name]: value })}>
      {values.map((value) => (
        <option key={value} value={value}>
          {wordOf(name, value)}
        </option>
      ))}
    </Select>
  ));
};

const sizeName = ([width, height]: readonly [number, number]): string => `${width} × ${height}`;

const addressOf = (settings: DemoSettings): string => {
  const query = new URLSearchParams({ ...settings });
  const location = new URLSearchParams(globalThis.location.search).get("location");
  if (location !== null) query.set("location", location);
  return `${globalThis.location.pathname}?${query.toString()}`;
};

const LoadedBench = ({ location, isPreview }: { location: SampleLocation; isPreview: boolean }) => {
  const { t, i18n } = useTranslation("demo");
  const { languages, default_language, colour = SAMPLE_COLOURS[0] } = location.door.location;
  const [settings, setSettings] = useState<DemoSettings>({
    ...FIRST_SETTINGS,
    colour,
    type: location.door.visit_types[0]?._id ?? "",
    language: languages.includes(i18n.language) && !isPreview ? i18n.language : default_language,
    keys: location.door.settings.kiosk_keyboard ? "own" : "tablet",
  });
  const [size, setSize] = useState(0);
  const [shown, setShown] = useState(0);
  const change: Change = (changed) => setSettings({ ...settings, ...changed });
  const props = { location, settings, change };
  return (
    <div className={styles.bench}>
      <main className={styles.panel}>
        <h1>{isPreview ? t("preview") : t("title")}</h1>
        <p>{isPreview ? t("aboutPreview") : t("about")}</p>
        <ScreenControls {...props} />
        <Select label={t("size")} value={String(size)} choose={(value) => setSize(Number(value))}>
          {SIZES.map((one, n) => (
            <option key={sizeName(one)} value={n}>
              {sizeName(one)}
            </option>
          ))}
        </Select>
        <Colours {...props} />
        <Choices {...props} />
        <button type="button" className={styles.again} onClick={() => setShown(shown + 1)}>
          {t("again")}
        </button>
      </main>
      <ScaledFrame key={shown} title={t("frame")} address={addressOf(settings)} size={SIZES[size] ?? [1180, 820]} />
    </div>
  );
};

const useLocation = (reader: LocationReader): { location?: SampleLocation; failure?: Failure } => {
  const [found, setFound] = useState<{ location?: SampleLocation; failure?: Failure }>({});
  useEffect(() => {
    void reader
      .read()
      .then(({ answer, failure }) => setFound(failure === undefined ? { location: answer } : { failure }));
  }, [reader]);
  return found;
};

/** The kiosk with everything that can be switched beside it. @param reader of the location it shows */
export const Bench = ({ reader, isPreview }: { reader: LocationReader; isPreview: boolean }) => {
  const { t } = useTranslation("demo");
  const { location, failure } = useLocation(reader);
  if (location !== undefined) return <LoadedBench location={location} isPreview={isPreview} />;
  if (failure === undefined) return null;
  return (
    <main className={styles.failure}>
      <p role="alert">{failure.status === 0 ? t("network") : t("refused")}</p>
    </main>
  );
};
