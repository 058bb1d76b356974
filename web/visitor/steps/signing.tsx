import { IconEraser } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";

import { nameOf } from "../../visitor-flow/draft.ts";
import { type PadHandle, SignaturePad } from "../../visitor-flow/signature-pad.tsx";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { TextButton } from "../components/button.tsx";
import { TextField, FieldError } from "../components/field.tsx";
import styles from "./signing.module.css";

const Drawn = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation("visitor-flow");
  const pad = useRef<PadHandle>(null);
  const id = useId();
  const problem = flow.problems["signature"];
  return (
    <>
      <div className={styles.pad} data-scheme="light" data-wrong={problem !== undefined || undefined}>
        <SignaturePad
          ref={pad}
          className={styles.canvas}
          label={t("pad")}
          drawing={flow.draft.drawn}
          onDraw={(drawn) => flow.set({ drawn })}
        />
        <span className={styles.who}>{nameOf(flow.draft)}</span>
        <span className={styles.line} />
        <button type="button" className={styles.clear} onClick={() => pad.current?.clear()}>
          <IconEraser size={20} stroke={1.7} aria-hidden="true" />
          {t("clear")}
        </button>
      </div>
      <FieldError id={id} problem={problem} />
    </>
  );
};

/** Signature pad or typed name, equal in rank: what is in neither is missing. */
export const Signing = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation("visitor-flow");
  const types = flow.draft.typed !== undefined;
  const toggle = (): void => flow.set(types ? { typed: undefined } : { drawn: undefined, typed: "" });
  return (
    <div className={styles.signing}>
      {types ? (
        <TextField
          label={t("typedName")}
          capitals
          complete="name"
          problem={flow.problems["signature"]}
          value={flow.draft.typed ?? ""}
          change={(typed) => flow.set({ typed })}
        />
      ) : (
        <Drawn flow={flow} />
      )}
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
