import { IconBriefcase, IconTag, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { typeOf } from "../../visitor-flow/steps.ts";
import type { Draft } from "../../visitor-flow/draft.ts";
import { typeNameOf } from "../../visitor-flow/labels.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./hello.module.css";

/** What is known of a recognised visitor, as far as they can see it before they are identified. */
export const Hello = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useKioskContext();
  const type = typeOf(door, draft);
  const company = draft.answers["company"];
  return (
    <dl className={styles.facts}>
      {draft.host !== undefined && (
        <div>
          <IconUser size={26} stroke={1.6} aria-hidden="true" />
          <dt>{t("visits")}</dt>
          <dd>{draft.host.cn}</dd>
        </div>
      )}
      {type !== undefined && type._id !== "" && (
        <div>
          <IconTag size={26} stroke={1.6} aria-hidden="true" />
          <dt>{t("for")}</dt>
          <dd>{typeNameOf(type, { t, door, language })}</dd>
        </div>
      )}
      {typeof company === "string" && company !== "" && (
        <div>
          <IconBriefcase size={26} stroke={1.6} aria-hidden="true" />
          <dt>{t("field.company")}</dt>
          <dd>{company}</dd>
        </div>
      )}
    </dl>
  );
};
