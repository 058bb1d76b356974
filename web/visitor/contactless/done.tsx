import { IconCheck, IconClock, IconX } from "@tabler/icons-react";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { SignInAnswer, SignOutAnswer, VisitState } from "../../visitor-flow/door.ts";
import { welcomedAs, welcomeLines } from "../../visitor-flow/labels.ts";
import { useVisitState } from "../../visitor-flow/use-visit-state.ts";
import { call } from "../lib/call.ts";
import { MainButton, TextLink } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { deleteItem } from "../lib/phone-storage.ts";
import { dataAddress } from "../lib/link.ts";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./done.module.css";
import { SignOutButton } from "./inside.tsx";

type Standing = Pick<VisitState, "approval" | "host_reply">;

/** The state of the visit; the phone deletes a rejected one. */
const useStanding = (signedIn: SignInAnswer): Standing => {
  const { token } = usePageContext();
  const ask = useCallback((visit: string) => call(token)("POST /visits/state", { body: { token: visit } }), [token]);
  const standing = useVisitState(signedIn, ask);
  useEffect(() => {
    if (standing.approval === "rejected") deleteItem("visit");
  }, [standing.approval]);
  return standing;
};

const SIGNS = { good: IconCheck, wait: IconClock, bad: IconX };

/** A large sign above the words. */
export const Sign = ({ kind }: { kind: keyof typeof SIGNS }) => {
  const Icon = SIGNS[kind];
  return (
    <span className={`${styles.sign} ${styles[kind]}`} aria-hidden="true">
      <Icon size={34} stroke={2.2} />
    </span>
  );
};

const useLines = (signedIn: SignInAnswer, { approval, host_reply }: Standing): string[] => {
  const { t } = useTranslation();
  const { host } = signedIn;
  if (host_reply !== undefined && approval === "pending") return [t(`visitor-flow:done.reply.${host_reply}`)];
  if (approval === "pending") return [host === undefined ? t("done.waitsDesk") : t("done.waits", { host })];
  if (approval === "rejected") return [t("done.rejected")];
  return welcomeLines(signedIn, t, host_reply);
};

/** The token of the link to one's own data; missing for visitors identified by name alone. */
const tokenOf = (link: string | undefined): string | undefined => /#b=([\w.-]+)$/.exec(link ?? "")?.[1];

/** The visitor is in, or waits for their host to say so. */
export const Done = ({ signedIn, done }: { signedIn: SignInAnswer; done: (signedOut: SignOutAnswer) => void }) => {
  const { t } = useTranslation();
  const standing = useStanding(signedIn);
  const { approval } = standing;
  const lines = useLines(signedIn, standing);
  const { language } = usePageContext();
  const name = welcomedAs(signedIn, language);
  const welcome = name === undefined ? t("done.welcomeAny") : t("done.welcome", { name });
  const title = { pending: t("done.moment"), rejected: t("done.sorry"), approved: welcome }[approval ?? "approved"];
  const own = tokenOf(signedIn.data);
  const isOver = approval === "rejected";
  return (
    <Frame
      name={`done-${approval ?? "in"}`}
      title={title}
      top={<Sign kind={approval === "pending" ? "wait" : isOver ? "bad" : "good"} />}
      tellsWho
      action={!isOver && <SignOutButton code={signedIn.token} done={done} />}
    >
      <div role="status" className={styles.lines}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {!isOver && <p className={styles.note}>{t("done.kept")}</p>}
      {own !== undefined && (
        <p>
          <TextLink href={dataAddress(own)}>{t("data.link")}</TextLink>
        </p>
      )}
    </Frame>
  );
};

/** The visitor is out. */
export const Goodbye = ({ signedOut: { first_name, message }, end }: { signedOut: SignOutAnswer; end: () => void }) => {
  const { t } = useTranslation();
  return (
    <Frame
      name="goodbye"
      title={first_name === undefined ? t("done.goodbyeAny") : t("done.goodbye", { name: first_name })}
      top={<Sign kind="good" />}
      action={<MainButton onClick={end}>{t("done.again")}</MainButton>}
    >
      <div role="status" className={styles.lines}>
        {(message ?? t("done.out")).split("\n").map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Frame>
  );
};
