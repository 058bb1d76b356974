import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { foyer, queries } from "../api.ts";
import { Button } from "../components/button.tsx";
import { problemOf } from "../components/draft.ts";
import { say } from "../components/toast.tsx";
import { useWayOut } from "../components/way-back.ts";
import { devicesQuery } from "../counts.ts";
import { useLocationId } from "../location.ts";
import styles from "./devices.module.css";
import { DoorSelect } from "./door-select.tsx";

const DIGITS = 6;

/** `123456` as the kiosk shows it: `123 456`. */
const inThrees = (text: string): string => {
  const digits = text.replaceAll(/\D/g, "").slice(0, DIGITS);
  return digits.length > 3 ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits;
};

type Typed = { code: string; name: string; door: string | null };

const bodyOf = ({ code, name, door }: Typed) => ({
  code,
  ...(name.trim() === "" ? {} : { name: name.trim() }),
  ...(door === null ? {} : { entrypoint_id: door }),
});

/** What is being typed, and how it is sent. */
const usePairing = (close: () => void) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const [typed, setTyped] = useState<Typed>({ code: "", name: "", door: null });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const pair = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const device = await foyer.request("POST /companies/{company_id}/devices", {
        params: { company_id: location },
        body: bodyOf(typed),
      });
      await queries.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
      say({ words: t("paired", { name: device.name }) });
      close();
    } catch (error) {
      setProblem(problemOf(error).words);
      setBusy(false);
    }
  };
  const type = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  return { typed, type, busy, problem, pair };
};

/** Pairs a kiosk: the code on its screen, what it is called, and where it stands. */
export const Pair = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("devices");
  useWayOut();
  const { typed, type, busy, problem, pair } = usePairing(close);
  const { code, name, door } = typed;
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => void pair(event)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <p className={styles.help}>{t("pairHelp", { address: `${globalThis.location.origin}/kiosk/` })}</p>
      <TextInput
        className={styles.code ?? ""}
        label={t("code")}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        required
        placeholder="000 000"
        value={code}
        error={problem}
        onChange={(event) => type({ code: inThrees(event.currentTarget.value) })}
      />
      <TextInput
        className={styles.name ?? ""}
        label={t("name")}
        placeholder={t("nameExample")}
        value={name}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <DoorSelect value={door} choose={(id) => type({ door: id })} />
      <div className={styles.buttons}>
        <Button kind="primary" size="input" type="submit" busy={busy} disabled={code.length <= DIGITS}>
          {t("pairNow")}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("common:cancel")}
        </Button>
      </div>
    </form>
  );
};
