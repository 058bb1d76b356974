import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { matches } from "../../../shared/text-matching.ts";
import { useTheme } from "../../components/language/use-theme.ts";
import { useLocationId } from "../../data/session/location.ts";
import { logOut } from "../../data/session/log-out.ts";
import { can } from "../../../../shared/roles.ts";
import { useMe } from "../../data/session/session.ts";
import { type Command, type CommandKey, COMMANDS, type ConsoleAction } from "./commands.ts";
import type { SearchHit } from "./hits.ts";

const ALL = Object.entries(COMMANDS) as [CommandKey, Command][];

/** The commands that match the typed text, by name or synonym. */
export const useCommands = (typed: string): readonly SearchHit[] => {
  const { t } = useTranslation("palette");
  const { role } = useMe();
  if (typed === "") return [];
  return ALL.filter(
    ([key, { permission }]) =>
      (permission === undefined || can(role, permission)) &&
      matches(`${t(`command.${key}`)} ${t(`also.${key}`)}`, typed),
  ).map(([key, command]) => ({ kind: "command", id: key, command, label: t(`command.${key}`) }));
};

/** Opens the list of keys as its own key does. */
const showKeys = (): void => void globalThis.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));

/** Does a command: goes to its page, or acts on the console itself. */
export const useRunCommand = (): ((command: Command) => void) => {
  const navigate = useNavigate();
  const location = useLocationId();
  const { turn } = useTheme();
  const leave = async (): Promise<void> => {
    await logOut();
    await navigate({ to: "/login" });
  };
  const acts: Record<ConsoleAction, () => void> = { theme: turn, keys: showKeys, logOut: () => void leave() };
  return (command) => {
    if ("act" in command) acts[command.act]();
    else void navigate({ to: command.to, params: { location }, search: command.search ?? {} });
  };
};
