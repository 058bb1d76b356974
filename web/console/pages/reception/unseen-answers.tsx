import i18next from "i18next";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { RowFailure } from "../../components/feedback/failed-line.tsx";
import { PlainRows } from "../../components/table/plain-rows.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { shortcut } from "../../components/focus/row-focus.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { api, queryClient } from "../../data/api/api.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import { showFailed } from "../../data/lists/failed-actions.ts";
import { type UnseenAnswer, unseenAnswersQuery } from "../../data/live/unseen-answers.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { Column } from "./lists/column.tsx";
import styles from "./exceptions.module.css";

/** Records that the visitor was told; nothing changes for anyone else, so there is nothing to take back. */
const tell = async (visit: Visit): Promise<void> => {
  const { _id: id, company_id: location } = visit;
  const name = nameOf(visit);
  try {
    await api.request("POST /visitors/{visitorId}/told", { params: { visitorId: id } });
    showToast({ words: i18next.t("reception:unseen.toldName", { name }) });
  } catch (error) {
    const words = i18next.t("reception:unseen.notTold", { name });
    showFailed([{ id, location, words, reason: errorMessage(error), retry: () => void tell(visit) }]);
  }
  await queryClient.invalidateQueries({ queryKey: unseenAnswersQuery(location).queryKey });
};

const UnseenAnswerRow = ({ unseen: { visit, answer }, open }: { unseen: UnseenAnswer; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  const host = visit.recipient ?? t("theHost");
  return (
    <li className={styles.lateDeparture} data-row>
      <Portrait person={visit} visitId={visit._id} />
      <div className={styles.words}>
        <button type="button" className={styles.name} {...shortcut("O")} onClick={() => open(visit._id)}>
          {nameOf(visit)}
        </button>
        <p className={styles.fact}>{t(`unseen.${answer}`, { host })}</p>
        <RowFailure id={visit._id} apart />
      </div>
      <Button size="row" data-go data-act onClick={() => void tell(visit)}>
        {t("unseen.told")}
      </Button>
    </li>
  );
};

/** Visitors who wait for an answer that no screen has shown them: one way to say that they know. */
export const UnseenAnswers = ({ unseen, open }: { unseen: readonly UnseenAnswer[]; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  return (
    <Column count={unseen.length} title={t("unseen.title")}>
      <PlainRows label={t("unseen.title")} className={styles.list}>
        {unseen.map((one) => (
          <UnseenAnswerRow key={one.visit._id} unseen={one} open={open} />
        ))}
      </PlainRows>
    </Column>
  );
};
