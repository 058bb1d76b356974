import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { IconCamera, IconSignature, IconWritingSign } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Button } from "../../../components/button/button.tsx";
import { localisedText } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { OpenRow } from "./open-row.tsx";
import { agreementsQuery } from "../queries.ts";
import styles from "./questions.module.css";

/** An agreement that visitors of this type sign. Its text is edited on its own page. */
export const AgreementRow = ({ editing, id }: { editing: VisitTypeDraftState; id: string }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { _id: location, default_language } = useLocation();
  const { data: agreements = [] } = useQuery(agreementsQuery(location));
  const { draft, set, open } = editing;
  const agreement = agreements.find(({ _id }) => _id === id);
  const name = localisedText(agreement?.translations.name ?? {}, i18n.language, default_language);
  const remove = (): void => {
    open(undefined);
    set({ agreements: draft.agreements.filter((one) => one !== id) });
  };
  return (
    <OpenRow
      editing={editing}
      rowKey={`agreement.${id}`}
      front={<span className={styles.lock} />}
      icon={IconSignature}
      title={agreement === undefined ? t("console:loading") : t("versionOf", { name, version: agreement.version })}
      kind={t("kind.agreement")}
      state={agreement?.active === false ? t("notAsked") : t("required")}
      quiet={agreement?.active === false}
    >
      <div className={styles.foot}>
        <Link
          to="/at/$location/settings/agreements/$agreement"
          params={{ location, agreement: id }}
          className={styles.link}
        >
          {t("openAgreement")}
        </Link>
        <Button kind="danger" size="row" onClick={remove}>
          {t("console:remove")}
        </Button>
      </div>
    </OpenRow>
  );
};

const ICONS = { photo: IconCamera, signature: IconWritingSign };

/** A photo of the visitor, or a signature for the visit itself. */
export const PictureRow = ({ editing, kind }: { editing: VisitTypeDraftState; kind: "photo" | "signature" }) => {
  const { t } = useTranslation("visit-types");
  const { draft, set, open } = editing;
  const value = draft[kind];
  const choose = (next: string): void => {
    if (next === "optional" || next === "required") set({ [kind]: next });
  };
  const remove = (): void => {
    open(undefined);
    set({ [kind]: "off" });
  };
  return (
    <OpenRow
      editing={editing}
      rowKey={kind}
      front={<span className={styles.lock} />}
      icon={ICONS[kind]}
      title={t(`picture.${kind}`)}
      kind={t(`kind.${kind}`)}
      state={value === "required" ? t("required") : t("console:optional")}
      quiet={value !== "required"}
    >
      <p className={styles.lead}>{t(`pictureHelp.${kind}`)}</p>
      <div className={styles.foot}>
        <SegmentedControl
          aria-label={t(`picture.${kind}`)}
          value={value}
          onChange={choose}
          data={[
            { value: "optional", label: t("console:optional") },
            { value: "required", label: t("required") },
          ]}
        />
        <Button kind="danger" size="row" onClick={remove}>
          {t("console:remove")}
        </Button>
      </div>
    </OpenRow>
  );
};
