import { useQuery } from "@tanstack/react-query";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatLongDay } from "../../../shared/format.ts";
import { useInlineLanguageName } from "../../components/language/languages.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { usePicture } from "../../../shared/use-picture.ts";
import { type SignedAgreement, signedAgreementsQuery } from "./queries.ts";
import styles from "./visit.module.css";

const Agreement = ({ visit, signed }: { visit: Visit; signed: SignedAgreement }) => {
  const { t } = useTranslation("visit");
  const writing = useFormatContext();
  const languageWord = useInlineLanguageName();
  const { agreement_id: id, name, version, valid_until: until } = signed;
  const day = until === undefined ? "" : formatLongDay(new Date(until), writing);
  return (
    <li className={styles.agreement}>
      <div className={styles.words}>
        <p className={styles.strong}>{t("version", { name, version })}</p>
        <p className={styles.small}>
          {t(until === undefined ? "signedForGood" : "signedUntil", { language: languageWord(signed.language), day })}
        </p>
      </div>
      <a
        className={styles.icon}
        href={`/api/visitors/${visit._id}/agreements/${id}/pdf`}
        download
        aria-label={t("pdf", { name })}
        title={t("pdf", { name })}
      >
        <IconFileTypePdf size={20} stroke={1.6} aria-hidden="true" />
      </a>
    </li>
  );
};

/** What was signed, in which version and language, until when; and the signature. */
export const Agreements = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const { data: signed = [] } = useQuery(signedAgreementsQuery(visit.company_id, visit._id));
  const signature = usePicture(visit.signature);
  if (signed.length === 0 && visit.signature === undefined) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>
        {signed.length === 0 ? t("signature") : t("agreements", { count: signed.length })}
      </h3>
      <ul>
        {signed.map((one) => (
          <Agreement key={one.agreement_id} visit={visit} signed={one} />
        ))}
      </ul>
      {signature.src !== undefined && (
        <img
          className={styles.signature}
          data-scheme="light"
          {...signature}
          alt={t("signatureOf", { name: nameOf(visit) })}
        />
      )}
      {visit.signature !== undefined && signature.src === undefined && (
        <p className={styles.small}>{t("signatureNotDrawn")}</p>
      )}
    </section>
  );
};
