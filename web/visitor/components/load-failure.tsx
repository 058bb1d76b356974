import { useTranslation } from "react-i18next";

import type { Failure } from "../../visitor-flow/call.ts";
import type { Link } from "../lib/link.ts";
import { MessagePage } from "./message-page.tsx";
import { MainButton } from "./button.tsx";

const MINUTE_S = 60;
/** The default if the service names no time: its limits are per quarter of an hour. */
const WAIT_S = 900;

const kindOf = ({ status }: Failure): "network" | "many" | "ended" | "failed" => {
  if (status === 0) return "network";
  if (status === 429) return "many";
  return status === 403 || status === 404 ? "ended" : "failed";
};

type LoadFailureProps = { failure: Failure; link: Link["kind"]; again: () => void };

/** Why a page can't be shown, and what to do. An expired link looks like an invalid one. */
export const LoadFailure = ({ failure, link, again }: LoadFailureProps) => {
  const { t } = useTranslation();
  const kind = kindOf(failure);
  if (kind === "ended") return <MessagePage title={t(`ended.${link}`)}>{t(`endedHint.${link}`)}</MessagePage>;
  const minutes = Math.ceil((failure.waitSeconds ?? WAIT_S) / MINUTE_S);
  return (
    <MessagePage title={t(`refused.${kind}`)} action={<MainButton onClick={again}>{t("tryAgain")}</MainButton>}>
      {kind === "many" ? t("refusedHint.many", { count: minutes }) : t(`refusedHint.${kind}`)}
    </MessagePage>
  );
};
