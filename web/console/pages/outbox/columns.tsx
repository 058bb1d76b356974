import { IconMail, IconMessage } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatChannel, formatTime } from "../../../shared/format.ts";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { MessageState } from "./message-state.tsx";
import styles from "./outbox.module.css";
import type { Message } from "./queries.ts";
import { titleOf, usePurpose } from "./words.ts";

const Kind = ({ kind }: Pick<Message, "kind">) => {
  const { t } = useTranslation("outbox");
  const Icon = kind === "mail" ? IconMail : IconMessage;
  return (
    <span className={styles.kind}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className="hidden">{t(`kind.${kind}`, formatChannel(kind))}</span>
    </span>
  );
};

/** The columns of the outbox. */
export const useColumns = (): readonly Column<Message>[] => {
  const { t } = useTranslation("outbox");
  const purpose = usePurpose();
  const writing = useFormatContext();
  return useMemo(
    () => [
      {
        key: "message",
        label: t("message"),
        width: "minmax(240px, 2fr)",
        cell: (message) => <TwoLines lead={<Kind kind={message.kind} />} title={titleOf(message)} below={message.to} />,
      },
      {
        key: "purpose",
        label: t("what"),
        width: "minmax(170px, 1fr)",
        drops: 2,
        cell: (message) => <span className={styles.quiet}>{purpose(message)}</span>,
      },
      {
        key: "state",
        label: t("status"),
        width: "minmax(96px, 110px)",
        cell: ({ state }) => <MessageState state={state} />,
      },
      {
        key: "when",
        label: t("when"),
        width: "96px",
        right: true,
        drops: 1,
        cell: ({ create_date }) => <span className={styles.quiet}>{formatTime(new Date(create_date), writing)}</span>,
      },
    ],
    [t, purpose, writing],
  );
};
