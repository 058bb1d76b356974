import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api.ts";
import { Button } from "../../components/button.tsx";
import { isReachable } from "../../components/reachable.ts";
import { problemOf } from "../../components/use-draft.ts";
import { showToast } from "../../components/toast.tsx";
import { useRestoreFocusOnUnmount } from "../../components/restore-focus.ts";
import { devicesQuery } from "../../data/status-queries.ts";
import { useLocationId } from "../../data/location.ts";
import styles from "./devices.module.css";
import { EntryPointSelect } from "./entry-point-select.tsx";

const DIGITS = 6;

/** `123456` as the kiosk shows it: `123 456`. */
const inThrees = (text: string): string => {
  const digits = text.replaceAll(/\D/g, "").slice(0, DIGITS);
  return digits.length > 3 ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits;
};

type PairingFields = { code: string; name: string; entryPoint: string | null };

const bodyOf = ({ code, name, entryPoint }: PairingFields) => ({
  code,
  ...(name.trim() === "" ? {} : { name: name.trim() }),
  ...(entryPoint === null ? {} : { entrypoint_id: entryPoint }),
});

/** What is being typed, and how it is sent. */
const usePairing = (close: () => void) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const [typed, setTyped] = useState<PairingFields>({ code: "", name: "", entryPoint: null });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const pair = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const device = await api.request("POST /companies/{company_id}/devices", {
        params: { company_id: location },
        body: bodyOf(typed),
      });
      await queryClient.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
      showToast({ words: t("paired", { name: device.name }) });
      close();
    } catch (error) {
      setProblem(problemOf(error).words);
      setBusy(false);
    }
  };
  const type = (part: Partial<PairingFields>): void => {
    setTyped({ ...typed, ...part });
    setProblem(undefined);
  };
  return { typed, type, busy, problem, pair };
};

/** Pairs a kiosk: the code on its screen, its name, and its entrance. */
export const PairDevice = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("devices");
  useRestoreFocusOnUnmount();
  const { typed, type, busy, problem, pair } = usePairing(close);
  const { code, name, entryPoint } = typed;
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => void pair(event)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <p className={styles.help}>
        {t("pairHelp", { address: `${globalThis.location.origin}/kiosk/` })}{" "}
        {!isReachable(globalThis.location.hostname) && t("console:notReachable")}
      </p>
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
      <EntryPointSelect value={entryPoint} choose={(id) => type({ entryPoint: id })} />
      <div className={styles.buttons}>
        <Button kind="primary" size="input" type="submit" busy={busy} disabled={code.length <= DIGITS}>
          {t("pairNow")}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("console:cancel")}
        </Button>
      </div>
    </form>
  );
};
