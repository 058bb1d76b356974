import { IconQrcode } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";

import { useScanner } from "../../visitor-flow/use-scanner.ts";
import { MainButton } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Screen } from "../components/screen.tsx";
import styles from "./identify.module.css";

/** Whom a visitor says they are. */
export type Name = { first_name: string; last_name: string; company: string };

type IdentifyProps = {
  title: string;
  hint: string;
  name: Name;
  change: (name: Name) => void;
  /** Several people have the name: their company decides. */
  asksCompany?: boolean;
  scanned: (text: string) => void;
  submit: () => void;
  isBusy: boolean;
  action: string;
  back: () => void;
  /** What came of it, in place of the hint. */
  children?: ReactNode;
};

const Viewfinder = ({ video, isOn }: { video: RefObject<HTMLVideoElement | null>; isOn: boolean }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.window}>
      <IconQrcode size={72} stroke={1.3} aria-hidden="true" />
      <video ref={video} muted playsInline hidden={!isOn} aria-label={t("identify.camera")} />
    </div>
  );
};

/** A code before the camera, or a name: whichever is at hand. */
export const Identify = ({
  title,
  hint,
  name,
  change,
  asksCompany = false,
  scanned,
  submit,
  isBusy,
  action,
  back,
  children,
}: IdentifyProps) => {
  const { t } = useTranslation();
  const { video, state } = useScanner(scanned);
  return (
    <Screen
      name={title}
      title={title}
      hint={<div role="status">{children ?? (state === "absent" ? t("identify.byName") : hint)}</div>}
      layout="tall"
      back={back}
      types
      aside={state !== "absent" && <Viewfinder video={video} isOn={state === "on"} />}
      action={
        <MainButton busy={isBusy} onClick={submit}>
          {action}
        </MainButton>
      }
    >
      <div className={styles.fields}>
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
        {asksCompany && (
          <Field
            label={t("identify.company")}
            capitals
            value={name.company}
            change={(company) => change({ ...name, company })}
            submit={submit}
          />
        )}
      </div>
    </Screen>
  );
};

/** Nothing typed yet. */
export const EMPTY_NAME: Name = { first_name: "", last_name: "", company: "" };
