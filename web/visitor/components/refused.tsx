import { useTranslation } from "react-i18next";

import type { Failure } from "../call.ts";
import type { Link } from "../link.ts";
import { Alone } from "./alone.tsx";
import { MainButton } from "./button.tsx";

const MINUTE_S = 60;
/** Where the service does not say: its limits are counted over a quarter of an hour. */
const WAIT_S = 900;

const kindOf = ({ status }: Failure): "network" | "many" | "ended" | "failed" => {
  if (status === 0) return "network";
  if (status === 429) return "many";
  return status === 403 || status === 404 ? "ended" : "failed";
};

type RefusedProps = { failure: Failure; link: Link["kind"]; again: () => void };

/** Why a page cannot be shown, and what to do. A link that has ended looks like one that never was. */
export const Refused = ({ failure, link, again }: RefusedProps) => {
  const { t } = useTranslation();
  const kind = kindOf(failure);
  if (kind === "ended") return <Alone title={t(`ended.${link}`)}>{t(`endedHint.${link}`)}</Alone>;
  const minutes = Math.ceil((failure.waitSeconds ?? WAIT_S) / MINUTE_S);
  return (
    <Alone title={t(`refused.${kind}`)} action={<MainButton onClick={again}>{t("tryAgain")}</MainButton>}>
      {kind === "many" ? t("refusedHint.many", { count: minutes }) : t(`refusedHint.${kind}`)}
    </Alone>
  );
};
