import { IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatLongDay } from "../../shared/format.ts";
import { PanelButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { saveToPhone } from "../components/save-to-phone.ts";
import { readFile } from "../lib/call.ts";
import { usePicture } from "../../shared/use-picture.ts";
import { usePageContext } from "../lib/page-context.ts";
import { useFormatTime } from "../lib/use-format-time.ts";
import { linesOf, type OwnData, textIn } from "./data.ts";
import styles from "./own-data.module.css";

/** `19 May 2026, 09:42` */
export const useFormatInstant = (): ((instant: string) => string) => {
  const { language, location } = usePageContext();
  const writing = { language, timeZone: location?.timezone ?? "UTC" };
  const formatTime = useFormatTime(writing);
  return (instant) => `${formatLongDay(new Date(instant), writing)}, ${formatTime(new Date(instant))}`;
};

const useValue = () => {
  const { t } = useTranslation();
  const written = (value: unknown): string => {
    if (typeof value === "boolean") return value ? t("own.yes") : t("own.no");
    if (Array.isArray(value)) return value.map(written).join(", ");
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return written;
};

type Json = Readonly<Record<string, unknown>>;

/** A record line by line. */
export const Lines = ({ data, record }: { data: OwnData; record: Json }) => {
  const { t } = useTranslation();
  const { language } = usePageContext();
  const written = useValue();
  return linesOf(data, record, language).map(({ key, name, label, value }) => (
    <Fact key={key} name={name === undefined ? label : t(`own.field.${name}`)}>
      {written(value)}
    </Fact>
  ));
};

/** A stored picture, or the words that it can't be drawn: it may be anything that a caller sent (rules 2). */
const Picture = ({ of, kind }: { of: string; kind: "photo" | "signature" }) => {
  const { t } = useTranslation();
  const picture = usePicture(of);
  if (picture.src === undefined) return <p>{t(`own.${kind}NotDrawn`)}</p>;
  const scheme = kind === "signature" ? { "data-scheme": "light" } : {};
  return <img className={styles[kind]} {...scheme} {...picture} alt={t(`own.${kind}`)} />;
};

/** Photo and signature, as they are stored. */
export const Pictures = ({ of }: { of: Json | undefined }) => {
  const [photo, signature] = [textIn(of, "photo"), textIn(of, "signature")];
  if (photo === undefined && signature === undefined) return null;
  return (
    <div className={styles.pictures}>
      {photo !== undefined && <Picture of={photo} kind="photo" />}
      {signature !== undefined && <Picture of={signature} kind="signature" />}
    </div>
  );
};

type SignedCopyProps = { visit: string; agreement: string; name: string };

/** The visitor's copy of what they signed: the PDF that the location keeps. */
const SignedCopy = ({ visit, agreement, name }: SignedCopyProps) => {
  const { t } = useTranslation();
  const { token } = usePageContext();
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const save = async (): Promise<void> => {
    setState("busy");
    const pdf = await readFile(`/data/visits/${visit}/agreements/${agreement}/pdf`, token);
    setState(pdf === undefined ? "failed" : "ready");
    if (pdf !== undefined) saveToPhone(pdf, `${name}.pdf`);
  };
  return (
    <div className={styles.copy}>
      <PanelButton
        icon={<IconFileTypePdf size={20} stroke={1.6} aria-hidden="true" />}
        aria-label={t("own.copyOf", { name })}
        busy={state === "busy"}
        onClick={() => void save()}
      >
        {t("own.copy")}
      </PanelButton>
      {state === "failed" && <p role="alert">{t("own.noCopy")}</p>}
    </div>
  );
};

/** A visit with all that belongs to it. */
export const Visit = ({ data, visit }: { data: OwnData; visit: OwnData["visits"][number] }) => {
  const { t } = useTranslation();
  const formatInstant = useFormatInstant();
  const out = textIn(visit, "signed_out");
  const signed = data.signed_agreements.filter((one) => one.visit === visit._id);
  return (
    <section className={styles.part} aria-label={t("own.visitOf", { when: formatInstant(visit.signed_in) })}>
      <h2>{t("own.visitOf", { when: formatInstant(visit.signed_in) })}</h2>
      <Pictures of={visit} />
      <Facts>
        <Fact name={t("own.in")}>{formatInstant(visit.signed_in)}</Fact>
        <Fact name={t("own.out")}>{out === undefined ? t("own.stillIn") : formatInstant(out)}</Fact>
        <Lines data={data} record={visit} />
        {signed.map(({ agreement_id, name, version, signed_at }) => (
          <Fact key={name} name={t("own.signed")}>
            {t("own.agreement", { name, version, when: formatInstant(signed_at) })}
            {agreement_id !== undefined && <SignedCopy visit={visit._id} agreement={agreement_id} name={name} />}
          </Fact>
        ))}
      </Facts>
    </section>
  );
};
