import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../../shared/format.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { errorMessage } from "../../data/api/error-message.ts";
import styles from "./series.module.css";
import { type Occurrence, type Scope, SCOPES } from "./change.ts";
import type { Difference } from "./series.ts";

const KINDS = ["changed", "cancelled", "created"] as const;

/** `3 visits change, and 1 is cancelled. 4 emails go out.` */
const useDifferenceWords = () => {
  const { t, i18n } = useTranslation("series");
  return ({ mails, ...counts }: Difference): string => {
    const parts = KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
      t(`difference.${kind}`, { count: counts[kind] }),
    );
    if (parts.length === 0) return t("difference.none");
    return `${formatList(parts, i18n.language)}. ${mails === 0 ? t("difference.noMails") : t("difference.mails", { count: mails })}`;
  };
};

type ScopeDialogProps = {
  opened: boolean;
  of: Occurrence;
  title: string;
  action: string;
  kind?: "erase" | "primary";
  /** What it would do; asked again for each choice. */
  attempt: (scope: Scope) => Promise<Difference>;
  run: (scope: Scope) => Promise<unknown>;
  close: () => void;
};

const Choice = ({
  of,
  attempt,
  scope,
  choose,
}: Pick<ScopeDialogProps, "of" | "attempt"> & {
  scope: Scope;
  choose: (scope: Scope) => void;
}) => {
  const { t } = useTranslation("series");
  const words = useDifferenceWords();
  const { data, error } = useQuery({
    queryKey: [of.company_id, "series-difference", of._id, scope],
    queryFn: () => attempt(scope),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <>
      <Radio.Group
        aria-label={t("scope.title")}
        value={scope}
        onChange={(value) => choose(SCOPES.find((one) => one === value) ?? "this")}
      >
        <div className={styles.scopes}>
          {SCOPES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`scope.${value}`)}
              data-autofocus={value === scope || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <p className={styles.difference} role="status">
        {error === null ? data && words(data) : errorMessage(error)}
      </p>
    </>
  );
};

/** Asks which visits of a series a change is about, and shows what it would do before it is done. */
export const ScopeDialog = ({ of, attempt, run, ...dialog }: ScopeDialogProps) => {
  const [scope, setScope] = useState<Scope>("this");
  return (
    <Confirm {...dialog} run={() => run(scope)}>
      <Choice of={of} attempt={attempt} scope={scope} choose={setScope} />
    </Confirm>
  );
};
