import i18next from "i18next";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { accentVariables } from "../../../shared/colour.ts";
import { languageOf } from "../../../shared/texts.ts";
import { localisedText, useTextLanguages } from "../../components/language/languages.ts";
import { LocationMark } from "../../components/layout/location-mark.tsx";
import { QrCode } from "../../components/text/qr-code.tsx";
import { useLoadedLanguages } from "../../components/language/use-loaded-languages.ts";
import { useLocation } from "../../data/session/location.ts";
import styles from "./poster.module.css";
import type { EntryPoint } from "../../data/lists/entry-points.ts";

/** The location's languages that there are texts in, its first one first. */
const usePosterLanguages = (): readonly string[] => {
  const { default_language } = useLocation();
  const all = [...new Set([default_language, ...useTextLanguages()])];
  const loaded = useLoadedLanguages(
    [...new Set(all.flatMap((language) => languageOf([language]) ?? []))],
    "entry-points",
  );
  return loaded.length === 0 ? ["en"] : loaded;
};

/** The page that hangs at an entrance, in A4: the same on the screen and on paper, in the location's colour and languages. */
export const Poster = ({ entryPoint, url }: { entryPoint: EntryPoint; url: string }) => {
  const { t } = useTranslation("entry-points");
  const location = useLocation();
  const [first = "en", ...others] = usePosterLanguages();
  const say = (language: string, key: string): string => i18next.getFixedT(language, "entry-points")(`onPoster.${key}`);
  return (
    <div className={styles.sheet} data-scheme="light" style={accentVariables(location.colour)}>
      <div className={styles.top}>
        <LocationMark location={location} size={40} />
        <span>{location.name}</span>
      </div>
      <p className={styles.call} lang={first}>
        {say(first, "scan")}
      </p>
      <p className={styles.how} lang={first}>
        {say(first, "how")}
      </p>
      <div className={styles.arch}>
        <QrCode text={url} label={t("code")} className={styles.code} />
      </div>
      <ul className={styles.others}>
        {others.map((language) => (
          <li key={language} lang={language}>
            {say(language, "scan")}
          </li>
        ))}
      </ul>
      <p className={styles.door}>{localisedText(entryPoint.translations.name, first, location.default_language)}</p>
    </div>
  );
};

/** The same poster, which is all that is printed while this is mounted. */
export const PosterOnPaper = (props: Parameters<typeof Poster>[0]) =>
  createPortal(
    <div className={styles.print}>
      <Poster {...props} />
    </div>,
    document.body,
  );
