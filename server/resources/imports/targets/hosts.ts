import { isEmailAddress } from "../../../../shared/email.ts";
import { foldForSearch } from "../../../../shared/text/folding.ts";
import { HostInput, HostRow } from "../../hosts/contract.ts";
import { createHost, updateHost } from "../../hosts/hosts.ts";
import { addRecord, findHosts, type FoundHost } from "../records-store.ts";
import { extraCell } from "./extra-cell.ts";
import { makeJudge, refusalOf } from "./judge.ts";
import type { Cells, Job, Reading, Target } from "./target.ts";

type Draft = {
  cn: string;
  mail?: string;
  mobile?: string;
  telephoneNumber?: string;
  /** What only new ones get: whether they are pinned, and keys beyond the documented ones. */
  more: Record<string, unknown>;
  old?: FoundHost | undefined;
};

const judge = makeJudge(HostRow);
const judgeMore = makeJudge(HostInput);
const KEYS = ["mail", "mobile", "telephoneNumber"] as const;

const read = (_: Job, cells: Cells): Reading<Draft> => {
  const { cn, first, last, mail, login, mobile, telephoneNumber, sticky, extra } = cells;
  const name = cn ?? [first, last].filter((part) => part !== undefined).join(" ");
  if (name === "") return { refusal: { key: "cn", reason: "The name is missing." } };
  // The log-in name is an address in most directories, and in none the one that a person chose.
  const address = mail ?? (login !== undefined && isEmailAddress(login) ? login : undefined);
  const given = { cn: name, mail: address?.toLowerCase(), mobile, telephoneNumber };
  const judged = judge(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if ("refusal" in judged) return judged;
  try {
    const more = { ...extraCell(extra), ...(sticky === "true" ? { sticky: true } : {}) };
    const judgedMore = judgeMore(more);
    // Safe: it has just been checked against the contract.
    return "refusal" in judgedMore ? judgedMore : { draft: { ...(judged.body as Omit<Draft, "more">), more } };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
};

/** The same person: the same name, and no other address. A shared mailbox makes no two the same. */
const isSamePerson = (draft: Draft, host: Pick<FoundHost, "cn" | "mail">): boolean =>
  foldForSearch(draft.cn) === foldForSearch(host.cn) &&
  (host.mail === null || draft.mail === undefined || host.mail === draft.mail);

const isSame = (draft: Draft, host: FoundHost): boolean =>
  host.directory_id !== null || KEYS.every((key) => draft[key] === undefined || draft[key] === host[key]);

/** Managed hosts: they are created and changed, and none is removed. */
export const hostsTarget: Target<Draft> = {
  atOnce: 20,
  read,
  compare: async (ctx, { location }, drafts, seen) => {
    const mails = drafts.flatMap(({ mail }) => mail ?? []);
    const found = await findHosts(
      ctx.db,
      location,
      mails,
      drafts.map(({ cn }) => cn),
    );
    return drafts.map((draft) => {
      const key = `${foldForSearch(draft.cn)}\n${draft.mail ?? ""}`;
      const isRepeated = seen.has(key);
      seen.add(key);
      draft.old = found.find((host) => isSamePerson(draft, host));
      if (draft.old === undefined) return isRepeated ? "same" : "created";
      return isSame(draft, draft.old) ? "same" : "changed";
    });
  },
  write: async (ctx, { location, row }, drafts, verdicts) => {
    for (const [n, { old, more, ...body }] of drafts.entries()) {
      if (verdicts[n] === "created") {
        const { id = "" } = await createHost(ctx, location, { ...more, ...body });
        await addRecord(ctx.db, row, id, true);
      } else if (verdicts[n] === "changed" && old !== undefined) {
        const { cn: _cn, ...changes } = body;
        await updateHost(ctx, location, old._id, { body: changes, removed: new Set() });
        await addRecord(ctx.db, row, old._id, false);
      }
    }
  },
  show: (_, { old: _old, more: _more, ...host }) => host,
};
