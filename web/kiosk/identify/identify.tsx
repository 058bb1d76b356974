import { IconQrcode } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";

import { useScanner } from "../../visitor-flow/use-scanner.ts";
import { MainButton } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Screen } from "../components/screen.tsx";
import { useCodeReader } from "../lib/use-code-reader.ts";
import { useIsSlow } from "../lib/use-is-slow.ts";
import { isOurCode } from "./codes.ts";
import styles from "./identify.module.css";

/** Whom a visitor says they are. */
export type Name = { first_name: string; last_name: string; company: string };

type IdentifyProps = {
  title: string;
  hint: string;
  /** In its place where there is no camera. */
  byName: string;
  name: Name;
  change: (name: Name) => void;
  /** The label of the company, where it is asked: it tells people of one name apart, or stands for a name. */
  company?: string | undefined;
  /** A code that can be ours was read. */
  scanned: (text: string) => void;
  /** Another code was read. */
  foreign: () => void;
  submit: () => void;
  isBusy: boolean;
  action: string;
  back: () => void;
  /** What came of it, in place of the hint; `false` if nothing did. */
  children: ReactNode;
};

type ViewfinderProps = {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
  /** When a code was read; 0 before. */
  readAt: number;
  caption: string | undefined;
};

/** What the camera sees; its edge lights up when a code was read. */
const Viewfinder = ({ video, isOn, readAt, caption }: ViewfinderProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.window}>
      <IconQrcode size={72} stroke={1.3} aria-hidden="true" />
      <video ref={video} muted playsInline hidden={!isOn} aria-label={t("identify.camera")} />
      {caption !== undefined && <p className={styles.caption}>{caption}</p>}
      {readAt > 0 && <span key={readAt} className={styles.read} />}
    </div>
  );
};

type NameFieldsProps = Pick<IdentifyProps, "name" | "change" | "company" | "submit">;

const NameFields = ({ name, change, company: companyLabel, submit }: NameFieldsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.fields} data-count={companyLabel === undefined ? 2 : 3}>
      <Field
        label={t("identify.first")}
        capitals
        value={name.first_name}
        change={(first_name) => change({ ...name, first_name })}
      />
      <Field
        label={t("identify.last")}
        capitals
        value={name.last_name}
        change={(last_name) => change({ ...name, last_name })}
        submit={submit}
      />
      {companyLabel !== undefined && (
        <Field
          label={companyLabel}
          capitals
          value={name.company}
          change={(company) => change({ ...name, company })}
          submit={submit}
        />
      )}
    </div>
  );
};

/** A code before the camera, or a name: whichever is at hand. */
export const Identify = ({
  title,
  hint,
  byName,
  name,
  change,
  company,
  scanned,
  foreign,
  submit,
  isBusy,
  action,
  back,
  children,
}: IdentifyProps) => {
  const { t } = useTranslation();
  const [readAt, setReadAt] = useState(0);
  const isSlow = useIsSlow(isBusy);
  const read = (text: string): void => {
    setReadAt(Date.now());
    if (isOurCode(text)) scanned(text);
    else foreign();
  };
  const { video, state } = useScanner(read);
  useCodeReader(read);
  const said = isSlow ? <p className={styles.said}>{t("done.moment")}</p> : children;
  const isSaid = said !== false;
  return (
    <Screen
      name={title}
      title={title}
      hint={<div role="status">{isSaid ? said : state === "absent" ? byName : hint}</div>}
      layout="tall"
      back={back}
      types
      aside={
        state !== "absent" && (
          <Viewfinder {...{ video, readAt }} isOn={state === "on"} caption={isSaid ? hint : undefined} />
        )
      }
      action={
        <MainButton busy={isBusy} onClick={submit}>
          {action}
        </MainButton>
      }
    >
      <NameFields {...{ name, change, company, submit }} />
    </Screen>
  );
};

/** Nothing typed yet. */
export const EMPTY_NAME: Name = { first_name: "", last_name: "", company: "" };
