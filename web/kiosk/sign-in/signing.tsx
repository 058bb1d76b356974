import { IconEraser } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";

import { nameOf } from "../../visitor-flow/draft.ts";
import { type PadHandle, SignaturePad } from "../../visitor-flow/signature-pad.tsx";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { PanelButton, TextButton } from "../components/button.tsx";
import { Field, FieldError } from "../components/field.tsx";
import styles from "./signing.module.css";

const Drawn = ({ flow, id }: { flow: Flow; id: string }) => {
  const { t } = useTranslation("visitor-flow");
  const pad = useRef<PadHandle>(null);
  return (
    <div className={styles.pad} data-wrong={flow.problems["signature"] !== undefined} aria-describedby={id}>
      <SignaturePad
        ref={pad}
        className={styles.canvas}
        label={t("pad")}
        drawing={flow.draft.drawn}
        onDraw={(drawn) => flow.set({ drawn })}
      />
      <span className={styles.who}>{nameOf(flow.draft)}</span>
      <span className={styles.line} />
      <div className={styles.clear}>
        <PanelButton
          icon={<IconEraser size={22} stroke={1.7} aria-hidden="true" />}
          onClick={() => pad.current?.clear()}
        >
          {t("clear")}
        </PanelButton>
      </div>
    </div>
  );
};

const Typed = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <div className={`${styles.pad} ${styles.typed}`} data-wrong={flow.problems["signature"] !== undefined}>
      <Field label={t("typedName")} capitals value={flow.draft.typed ?? ""} change={(typed) => flow.set({ typed })} />
    </div>
  );
};

/** Signature pad or typed name, equal in rank: what is in neither is missing. */
export const Signing = ({ flow, types, toggled }: { flow: Flow; types: boolean; toggled?: () => void }) => {
  const { t } = useTranslation("visitor-flow");
  const id = useId();
  const toggle = (): void => {
    toggled?.();
    flow.set(types ? { typed: undefined } : { drawn: undefined, typed: "" });
  };
  return (
    <div className={styles.signing}>
      {types ? <Typed flow={flow} /> : <Drawn flow={flow} id={id} />}
      <FieldError id={id} problem={flow.problems["signature"]} />
      <p className={styles.other}>
        <Trans
          t={t}
          i18nKey={types ? "ratherDraw" : "ratherType"}
          components={{ other: <TextButton onClick={toggle} /> }}
        />
      </p>
    </div>
  );
};

/** Whether the name is typed instead of drawn. */
export const isTyping = ({ draft }: Flow): boolean => draft.typed !== undefined;
