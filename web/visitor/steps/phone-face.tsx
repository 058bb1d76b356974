import { type ReactNode, useCallback, useEffect, useState } from "react";

import type { Door, DoorAgreement } from "../../visitor-flow/door.ts";
import { FaceContext, type Face, type HostSearch, type StepFrameProps } from "../../visitor-flow/steps/face.ts";
import { MainButton, PanelButton, SideButton, TextButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { FieldError, TextField } from "../components/field.tsx";
import { Frame as PhoneFrame } from "../components/frame.tsx";
import { call, readFile } from "../lib/call.ts";
import { usePageContext } from "../lib/page-context.ts";
import { Answer } from "./answer.tsx";

/** Typing is faster than this. */
const REST_MS = 180;

/** The last response, and what it was asked for. */
type AnsweredSearch = HostSearch & { words: string | undefined };

const useHosts = (typed: string): HostSearch => {
  const { token } = usePageContext();
  const [last, setLast] = useState<AnsweredSearch>({ words: undefined, hosts: [], outcome: undefined });
  const words = typed.trim();
  useEffect(() => {
    const asked = { isOld: false };
    const ask = async (): Promise<void> => {
      const query = words.length < 2 ? {} : { q: words.slice(0, 200) };
      const { answer } = await call(token)("GET /hosts", { query });
      if (asked.isOld) return;
      setLast(({ hosts }) =>
        answer === undefined
          ? { words, hosts, outcome: "unavailable" }
          : { words, hosts: answer, outcome: answer.length === 0 ? "none" : "found" },
      );
    };
    const timer = setTimeout(() => void ask(), words === "" ? 0 : REST_MS);
    return () => {
      asked.isOld = true;
      clearTimeout(timer);
    };
  }, [token, words]);
  return { hosts: last.hosts, outcome: last.words === words ? last.outcome : undefined };
};

const FoundHosts: Face["FoundHosts"] = ({ typed, children }) => children(useHosts(typed));

const Frame = ({
  name,
  title,
  hint,
  back,
  progress,
  isFull = false,
  search,
  note,
  main,
  side,
  children,
}: StepFrameProps) => (
  <PhoneFrame
    {...{ name, title, hint, back, isFull }}
    progress={progress !== undefined && progress.of > 1 ? progress : undefined}
    tellsWho
    action={
      (main ?? note) && (
        <>
          {note}
          {main}
          {side}
        </>
      )
    }
  >
    {search}
    {children}
  </PhoneFrame>
);

const PARTS = {
  size: "small",
  hasKeys: false,
  signsBeside: false,
  Frame,
  MainButton,
  SideButton,
  PanelButton,
  TextButton,
  Answer,
  NameField: TextField,
  FieldError,
  Facts,
  Fact,
  FoundHosts,
  TurnButton: TextButton,
} as const;

type PhoneFaceProps = {
  door: Door;
  /** The address of agreements' documents, below `/visit/api`. */
  documents: string;
  children: ReactNode;
};

/** Draws the steps of a sign-in on the visitor's own phone. */
export const PhoneFace = ({ door, documents, children }: PhoneFaceProps) => {
  const { token, language, days } = usePageContext();
  const readDocument = useCallback(
    ({ _id }: DoorAgreement) => {
      const query = new URLSearchParams({ language_id: language }).toString();
      return readFile(`${documents}/agreements/${_id}/pdf?${query}`, token);
    },
    [language, documents, token],
  );
  const face: Face = { ...PARTS, door, language, days, readDocument };
  return <FaceContext value={face}>{children}</FaceContext>;
};
