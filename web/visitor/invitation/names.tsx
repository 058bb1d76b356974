import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "../../visitor-flow/answers.ts";
import type { CallResult, Failure } from "../../visitor-flow/call.ts";
import { MainButton, PanelButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Frame } from "../components/frame.tsx";
import { call } from "../lib/call.ts";
import { usePageContext } from "../lib/page-context.ts";
import fields from "../steps/questions.module.css";
import { type SubmitProblem, SubmitProblemLine } from "../steps/submit-problem-line.tsx";
import { useHistoryBack } from "../steps/use-history-back.ts";
import type { InvitationGroup } from "./door.ts";
import styles from "./names.module.css";

const EMPTY = { first_name: "", last_name: "", email: "" };
type NewName = typeof EMPTY;
type Problems = { [name in keyof NewName]?: Problem };

const missingIn = ({ first_name, last_name }: NewName): Problems => ({
  ...(first_name.trim() === "" && { first_name: "required" }),
  ...(last_name.trim() === "" && { last_name: "required" }),
});

const refusedIn = ({ field }: Failure): Problems | undefined => {
  if (field === "email") return { email: "email" };
  return field === "first_name" || field === "last_name" ? { [field]: "refused" } : undefined;
};

const bodyOf = ({ first_name, last_name, email }: NewName) => ({
  first_name: first_name.trim(),
  last_name: last_name.trim(),
  ...(email.trim() !== "" && { email: email.trim() }),
});

type NamesProps = { group: InvitationGroup; back: () => void; refused: (failure: Failure) => void };

const useNames = ({ group: before, refused }: NamesProps) => {
  const { token } = usePageContext();
  const [group, setGroup] = useState(before);
  const [name, setName] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [trouble, setTrouble] = useState<SubmitProblem>();
  const [isBusy, setBusy] = useState(false);
  const change = async (send: () => Promise<CallResult<InvitationGroup>>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setTrouble(undefined);
    const { answer, failure } = await send();
    setBusy(false);
    if (answer !== undefined) setGroup(answer);
    else if (failure.status === 403 || failure.status === 429) refused(failure);
    else {
      const wrong = refusedIn(failure);
      if (wrong === undefined) setTrouble(failure.status === 0 ? "network" : "failed");
      else setProblems(wrong);
    }
    return answer !== undefined;
  };
  const add = async (): Promise<void> => {
    const missing = missingIn(name);
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    if (await change(() => call(token)("POST /invitation/group/members", { body: bodyOf(name) }))) setName(EMPTY);
  };
  const takeBack = (id: string) =>
    change(() => call(token)("DELETE /invitation/group/members/{id}", { params: { id } }));
  const set = (part: Partial<NewName>): void => setName({ ...name, ...part });
  return { group, name, set, problems, trouble, isBusy, add: () => void add(), takeBack };
};

type NameFormProps = Pick<ReturnType<typeof useNames>, "name" | "set" | "problems" | "add">;

const NameForm = ({ name, set, problems, add }: NameFormProps) => {
  const { t } = useTranslation();
  return (
    <form
      className={fields.fields}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={t("visitor-flow:field.first_name")}
        capitals
        problem={problems.first_name}
        value={name.first_name}
        change={(first_name) => set({ first_name })}
      />
      <TextField
        label={t("visitor-flow:field.last_name")}
        capitals
        problem={problems.last_name}
        value={name.last_name}
        change={(last_name) => set({ last_name })}
      />
      <TextField
        label={t("visitor-flow:field.email")}
        kind="email"
        optional
        problem={problems.email}
        value={name.email}
        change={(email) => set({ email })}
      />
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
};

const Member = ({ member, takeBack }: { member: InvitationGroup["members"][number]; takeBack: () => void }) => {
  const { t } = useTranslation();
  const name = [member.first_name, member.last_name].filter(Boolean).join(" ");
  return (
    <Fact name={name}>
      {member.added ? (
        <span className={styles.own}>
          <PanelButton aria-label={t("names.takeBackOf", { name })} onClick={takeBack}>
            {t("names.takeBack")}
          </PanelButton>
        </span>
      ) : (
        t("names.known")
      )}
    </Fact>
  );
};

/** The leader of a group fills in who comes along, one name after the other, and takes back what they added. */
export const Names = (props: NamesProps) => {
  const { t } = useTranslation();
  const { group, trouble, isBusy, add, takeBack, ...form } = useNames(props);
  const goBack = useHistoryBack(1, props.back);
  const isOpen = group.unnamed > 0;
  return (
    <Frame
      name="names"
      title={t("names.title")}
      hint={isOpen ? t("names.open", { count: group.unnamed }) : t("names.complete")}
      back={goBack}
      tellsWho
      action={
        <>
          <SubmitProblemLine trouble={trouble} />
          {isOpen && (
            <MainButton busy={isBusy} onClick={add}>
              {t("names.add")}
            </MainButton>
          )}
        </>
      }
    >
      {isOpen && <NameForm {...form} add={add} />}
      {group.members.length > 0 && (
        <div className={styles.list}>
          <Facts>
            {group.members.map((member) => (
              <Member key={member._id} member={member} takeBack={() => void takeBack(member._id)} />
            ))}
          </Facts>
        </div>
      )}
    </Frame>
  );
};
