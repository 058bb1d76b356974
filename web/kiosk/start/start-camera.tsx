import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecognisedVisitor, SignOutAnswer } from "../../visitor-flow/door.ts";
import { useScanner } from "../../visitor-flow/use-scanner.ts";
import { newRef } from "../device/new-ref.ts";
import { isOurCode, outcomeOf, recognisedBy, signedOutBy } from "../identify/codes.ts";
import { type LookupProblem, lookupProblemOf, useLookupWords } from "../identify/lookup-words.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { useCodeReader } from "../lib/use-code-reader.ts";
import { useIsSlow } from "../lib/use-is-slow.ts";
import styles from "./start.module.css";

/** The result of a scanned code. */
export type ScannedVisitor = { recognised: RecognisedVisitor } | { signedOut: SignOutAnswer };

/** Why it failed. */
type CodeProblem = LookupProblem | { kind: "isInside" } | { kind: "failed" };

const SAID_MS = 6000;

/**
 * Looks up codes one at a time, and signs out visitors who are inside. @param scanned is called if the result is
 * another screen
 */
const useCodes = (scanned: (visitor: ScannedVisitor) => void) => {
  const { device, door, language } = useKioskContext();
  const [said, setSaid] = useState<CodeProblem>();
  const isBusy = useRef(false);
  const [isLookingUp, setLookingUp] = useState(false);
  // Another visitor may have begun before the response arrives: their screen is left alone.
  const isOver = useRef(false);
  const leave = async (code: string): Promise<void> => {
    const input = { ...signedOutBy(code), client_ref: newRef(), language_id: language };
    const answer = outcomeOf(await device.signOut(input));
    if (isOver.current) return;
    if (answer.outcome === "signed_out") return scanned({ signedOut: answer });
    const { outcome } = answer;
    setSaid({ kind: outcome === "several" ? "unknown" : outcome });
  };
  const lookUp = async (code: string): Promise<void> => {
    const called = await device.recognise(recognisedBy(code));
    if (isOver.current) return;
    const outcome = called.answer?.outcome;
    if (called.answer !== undefined && (outcome === "expected" || outcome === "returning"))
      return scanned({ recognised: called.answer });
    if (outcome !== "inside") return setSaid(lookupProblemOf(called));
    return door.settings.kiosk_sign_out_button ? leave(code) : setSaid({ kind: "isInside" });
  };
  const read = async (code: string): Promise<void> => {
    if (isBusy.current) return;
    if (!isOurCode(code)) return setSaid({ kind: "foreign" });
    isBusy.current = true;
    setLookingUp(true);
    await lookUp(code);
    setLookingUp(false);
    isBusy.current = false;
  };
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return { read, said, isSlow: useIsSlow(isLookingUp) };
};

/** The words for it, in the visitor's language. */
const useProblemWords = (said: CodeProblem | undefined): string => {
  const { t } = useTranslation();
  const words = useLookupWords();
  if (said === undefined) return t("start.camera");
  if (said.kind === "isInside") return t("start.inside");
  return said.kind === "failed" ? t("signOut.failed") : words(said);
};

type CameraProps = { read: (code: string) => Promise<void>; words: string };

/** The camera is on, with a light that says so: a code needs no press. Without a camera, nothing is shown. */
const Camera = ({ read, words }: CameraProps) => {
  const { video, state } = useScanner((code) => void read(code), { waits: true });
  return (
    <>
      <video ref={video} className={styles.eye} muted playsInline aria-hidden="true" />
      {state === "on" && (
        <p className={styles.camera} role="status">
          <span className={styles.lamp} aria-hidden="true" />
          {words}
        </p>
      )}
    </>
  );
};

/** Codes need no press: they are read by the camera, if the location wants that, and by a reader that types. */
export const StartCodes = ({ scanned }: { scanned: (visitor: ScannedVisitor) => void }) => {
  const { t } = useTranslation();
  const { kiosk_camera } = useKioskContext().door.settings;
  const { read, said, isSlow } = useCodes(scanned);
  useCodeReader((code) => void read(code));
  const problem = useProblemWords(said);
  const words = isSlow ? t("done.moment") : problem;
  if (kiosk_camera) return <Camera read={read} words={words} />;
  return (
    (said !== undefined || isSlow) && (
      <p className={styles.camera} role="status">
        {words}
      </p>
    )
  );
};

/** On screens that ask for no code, a reader's code begins with its visitor, as on the first screen. */
export const CodesElsewhere = ({ scanned }: { scanned: (visitor: ScannedVisitor) => void }) => {
  const { read } = useCodes(scanned);
  useCodeReader((code) => void read(code));
  return null;
};
