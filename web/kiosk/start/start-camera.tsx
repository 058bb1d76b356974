import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecognisedVisitor, SignOutAnswer } from "../../visitor-flow/door.ts";
import { useScanner } from "../../visitor-flow/use-scanner.ts";
import { newRef } from "../device/new-ref.ts";
import { isOurCode, recognisedBy, signedOutBy } from "../identify/codes.ts";
import { type LookupProblem, lookupProblemOf, useLookupWords } from "../identify/lookup-words.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./start.module.css";

/** What came of a code that was held up. */
export type ScannedVisitor = { recognised: RecognisedVisitor } | { signedOut: SignOutAnswer };

const SAID_MS = 6000;

/** Looks a code up, and signs out whom it shows to be inside. @param scanned is called when that leads to another screen */
const useCodes = (scanned: (visitor: ScannedVisitor) => void) => {
  const { device, door, language } = useKioskContext();
  const [said, setSaid] = useState<LookupProblem | { kind: "isInside" }>();
  const leave = async (code: string): Promise<void> => {
    const delivered = await device.signOut({ ...signedOutBy(code), client_ref: newRef(), language_id: language });
    const answer = "answer" in delivered ? delivered.answer : undefined;
    if (answer?.outcome === "signed_out") scanned({ signedOut: answer });
    else setSaid({ kind: "unknown" });
  };
  const read = async (code: string): Promise<void> => {
    if (!isOurCode(code)) return setSaid({ kind: "foreign" });
    const called = await device.recognise(recognisedBy(code));
    const outcome = called.answer?.outcome;
    if (called.answer !== undefined && (outcome === "expected" || outcome === "returning"))
      return scanned({ recognised: called.answer });
    if (outcome !== "inside") return setSaid(lookupProblemOf(called));
    return door.settings.kiosk_sign_out_button ? leave(code) : setSaid({ kind: "isInside" });
  };
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return { read, said };
};

/** The camera is on, and says so with a light: a code that is held up needs no press. Without a camera, nothing is shown. */
export const StartCamera = ({ scanned }: { scanned: (visitor: ScannedVisitor) => void }) => {
  const { t } = useTranslation();
  const words = useLookupWords();
  const { read, said } = useCodes(scanned);
  const { video, state } = useScanner((code) => void read(code), { waits: true });
  const message = said === undefined ? t("start.camera") : said.kind === "isInside" ? t("start.inside") : words(said);
  return (
    <>
      <video ref={video} className={styles.eye} muted playsInline aria-hidden="true" />
      {state === "on" && (
        <p className={styles.camera} role="status">
          <span className={styles.lamp} aria-hidden="true" />
          {message}
        </p>
      )}
    </>
  );
};
