import { useTranslation } from "react-i18next";

import { type Door, inLanguage } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/draft.ts";
import { typeOf } from "../../visitor-flow/steps.ts";
import { Fact, Facts } from "../components/facts.tsx";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./questions.module.css";

/** What is known of a recognised visitor, as far as they can see it. */
export const Hello = ({ door, draft }: { door: Door; draft: Draft }) => {
  const { t } = useTranslation("visitor-flow");
  const { language } = usePageContext();
  const type = typeOf(door, draft);
  const company = draft.answers["company"];
  const known = draft.host !== undefined || (type?._id ?? "") !== "" || (typeof company === "string" && company !== "");
  if (!known) return null;
  return (
    <div className={styles.fields}>
      <Facts>
        {draft.host !== undefined && <Fact name={t("visits")}>{draft.host.cn}</Fact>}
        {type !== undefined && type._id !== "" && (
          <Fact name={t("for")}>{inLanguage(type.name, language, door.location.default_language)}</Fact>
        )}
        {typeof company === "string" && company !== "" && <Fact name={t("field.company")}>{company}</Fact>}
      </Facts>
    </div>
  );
};
