import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { isReachable } from "../../components/text/reachable.ts";
import { problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useRestoreFocusOnUnmount } from "../../components/focus/restore-focus.ts";
import { devicesQuery } from "../../data/lists/status-queries.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./devices.module.css";
import { EntryPointSelect } from "./entry-point-select.tsx";

const DIGITS = 6;

/** `123456` as the kiosk shows it: `123 456`. */
const inThrees = (text: string): string => {
  const digits = text.replaceAll(/\D/g, "").slice(0, DIGITS);
  return digits.length > 3 ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits;
};

type PairingFields = {
  code: string;
  name: string;
  /** Undefined until the user has chosen one, or none. */
  entryPoint: string | null | undefined;
};

const bodyOf = ({ code, name }: PairingFields, entryPoint: string | null) => ({
  code,
  ...(name.trim() === "" ? {} : { name: name.trim() }),
  ...(entryPoint === null ? {} : { entrypoint_id: entryPoint }),
});

/** What is being typed, and how it is sent. */
const usePairing = (close: () => void) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const [typed, setTyped] = useState<PairingFields>({ code: "", name: "", entryPoint: undefined });
  const entryPoint = useEntrance(typed.entryPoint);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const pair = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const device = await api.request("POST /companies/{company_id}/devices", {
        params: { company_id: location },
        body: bodyOf(typed, entryPoint),
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
  return { typed, entryPoint, type, busy, problem, pair };
};

/** The only entrance is the kiosk's unless the user says otherwise: it is in every visit. */
const useEntrance = (chosen: string | null | undefined): string | null => {
  const [only, ...others] = useEntryPoints();
  return chosen === undefined && others.length === 0 ? (only?._id ?? null) : (chosen ?? null);
};

/** Pairs a kiosk: the code on its screen, its name, and its entrance. */
export const PairDevice = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("devices");
  useRestoreFocusOnUnmount();
  const { typed, entryPoint, type, busy, problem, pair } = usePairing(close);
  const { code, name } = typed;
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
        error={problem !== undefined}
        {...(problem !== undefined && { "aria-describedby": "pairing-problem" })}
        onChange={(event) => type({ code: inThrees(event.currentTarget.value) })}
      />
      <TextInput
        className={styles.name ?? ""}
        label={t("name")}
        required
        placeholder={t("nameExample")}
        value={name}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <EntryPointSelect value={entryPoint} choose={(id) => type({ entryPoint: id })} />
      {problem !== undefined && (
        <p id="pairing-problem" className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          kind="primary"
          size="input"
          type="submit"
          busy={busy}
          disabled={code.length <= DIGITS || name.trim() === ""}
        >
          {t("pairNow")}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("console:cancel")}
        </Button>
      </div>
    </form>
  );
};
