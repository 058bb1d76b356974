import { htmlPage as page, type Page, problemLine as alert } from "../http/page.ts";
import { escapeHtml as escape } from "../lib/html.ts";
import type { Offered, RestoreState } from "./restoring.ts";

const SHOWN_MAX = 50;

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escape(value)}">`;

const labelOf = ({ name, time, locations = 0, visits = 0 }: Offered): string =>
  `${time.slice(0, 16).replace("T", " ")} UTC: ${visits.toLocaleString("en")} visits, ${locations} locations (${name})`;

/** What the first-run page offers besides a new beginning; nothing when there is no backup. */
export const restoreSection = (backups: readonly Offered[], token: string): string => {
  const usable = backups.filter(({ problem }) => problem === undefined).slice(0, SHOWN_MAX);
  if (usable.length === 0) return "";
  const options = usable.map((one) => `<option value="${escape(one.name)}">${escape(labelOf(one))}</option>`).join("");
  return `<details><summary>Restore a backup instead</summary><form method="post" action="/setup/restore">${hidden("token", token)}
<label>Backup<select name="name">${options}</select></label><button>Look at it</button></form></details>`;
};

/** Asks once more. */
export const confirmPage = (backup: Offered, token: string): Page =>
  page(
    "Restore",
    `<h1>Restore this backup?</h1>
<p>${escape(labelOf(backup))}. Everything is as it was then, accounts and passwords too.</p>
<form method="post" action="/setup/restore">${hidden("token", token)}${hidden("name", backup.name)}${hidden("confirm", "true")}
<button>Restore it</button></form>`,
  );

const STEPS: Readonly<Record<string, string>> = {
  check: "Checking the file",
  load: "Loading",
  verify: "Reading it back",
  index: "Building indexes",
};

const steps = ({ step, percent }: RestoreState): string => `${STEPS[step] ?? "Working"}: ${percent} %`;

const notes = (all: readonly string[]): string => all.map((note) => `<p>${escape(note)}</p>`).join("");

/** Where the restore stands; looks again by itself while it goes on. */
export const statePage = (state: RestoreState): Page => {
  if (state.state === "failed")
    return page(
      "Restore",
      `<h1>Not restored</h1>${alert(state.message)}<p>Follow the set-up link again to try another.</p>`,
    );
  if (state.state === "done")
    return page(
      "Restored",
      `<h1>Foyer is back</h1><p>${escape(state.message)} Sign in with an account of that time.</p>${notes(state.notes)}`,
    );
  return page(
    "Restoring",
    `<meta http-equiv="refresh" content="2"><h1>Restoring</h1><p role="status">${escape(steps(state))}</p><p>Leave this page open, or come back to it. Nothing changes until the very end.</p>`,
  );
};
