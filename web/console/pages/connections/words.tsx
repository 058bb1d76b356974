import { useTranslation } from "react-i18next";

import { formatChannel } from "../../../shared/format.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import type { Connection } from "./connections.ts";

const KINDS = { ok: "ok", unused: "quiet", failing: "bad", off: "quiet" } as const;

/** The state of a connection as a coloured word. */
export const ConnectionState = ({ state }: Pick<Connection, "state">) => {
  const { t } = useTranslation("connections");
  return <StatusLabel kind={KINDS[state]}>{t(`state.${state}`)}</StatusLabel>;
};

/** What a connection is called: by its own name, or by what it is where there is only one. */
export const useConnectionName = (): ((connection: Connection) => string) => {
  const { t } = useTranslation("connections");
  return ({ kind, name }) => name ?? t(`kind.${kind}`, formatChannel(kind));
};
