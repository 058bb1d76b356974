import { IconEraser } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";

import type { Problem } from "../answers.ts";
import { nameOf } from "../draft.ts";
import { type PadHandle, SignaturePad } from "../signature-pad.tsx";
import type { Flow } from "../use-flow.ts";
import { useFace } from "./face.ts";
import { frameOf, Next, type StepPropsOf } from "./step.tsx";
import styles from "./signing.module.css";

/** What is wrong with the signature; or that it was removed, since the text has changed. */
const signatureProblemOf = ({ problems, draft }: Flow): Problem | undefined =>
  problems["signature"] ?? (draft.isTextChanged === true ? "changed" : undefined);

const Drawn = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation("visitor-flow");
  const { PanelButton, FieldError, bySize } = useFace();
  const pad = useRef<PadHandle>(null);
  const id = useId();
  const problem = signatureProblemOf(flow);
  return (
    <>
      <div
        className={styles.pad}
        data-scheme="light"
        data-wrong={problem !== undefined || undefined}
        aria-describedby={id}
      >
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
            icon={<IconEraser size={bySize(22, 20)} stroke={1.7} aria-hidden="true" />}
            onClick={() => pad.current?.clear()}
          >
            {t("clear")}
          </PanelButton>
        </div>
      </div>
      <FieldError id={id} problem={problem} />
    </>
  );
};

/** Whether the name is typed instead of drawn. */
export const isTyping = ({ draft }: Flow): boolean => draft.typed !== undefined;

/** Signature pad or typed name, with equal rank: if both are empty, the signature is missing. */
export const Signing = ({ flow, toggled }: { flow: Flow; toggled?: () => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { NameField, TextButton, isLarge } = useFace();
  const types = isTyping(flow);
  const toggle = (): void => {
    toggled?.();
    flow.set(types ? { typed: undefined } : { drawn: undefined, typed: "" });
  };
  return (
    <div className={styles.signing}>
      {types ? (
        <div className={isLarge ? styles.typed : undefined}>
          <NameField
            label={t("typedName")}
            capitals
            complete="name"
            problem={signatureProblemOf(flow)}
            value={flow.draft.typed ?? ""}
            change={(typed) => flow.set({ typed })}
          />
        </div>
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

/** A signature without an agreement. */
export const SignatureStep = (props: StepPropsOf<"signature">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame } = useFace();
  return (
    <Frame {...frameOf(props)} title={t("title.signature")} types={isTyping(props.flow)} main={<Next {...props} />}>
      <Signing flow={props.flow} />
    </Frame>
  );
};
