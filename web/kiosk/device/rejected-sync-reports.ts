import { REPORTED_SYNCS_MAX, REPORTED_TEXT_MAX } from "../../../shared/rejected-syncs.ts";
import { optional, textIn } from "../../shared/optional-text.ts";
import type { CallResult } from "../../visitor-flow/call.ts";
import type { KioskEndpoints } from "./call.ts";
import type { Queue, RejectedJob } from "./queue.ts";

type Reporting = KioskEndpoints["POST /undelivered"];
type ReportItem = Reporting["body"]["items"][number];

const shortTextIn = (value: unknown): string | undefined => textIn(value)?.trim().slice(0, REPORTED_TEXT_MAX);

/** What reception needs to know about it: who, when and why. The answers themselves remain on the kiosk. */
const itemOf = ({ ref, tries, field, job }: RejectedJob): ReportItem => {
  const body = job?.body ?? {};
  const answers: unknown = Reflect.get(body, "answers");
  const said: object = typeof answers === "object" && answers !== null ? answers : body;
  const [first, last, company] = ["first_name", "last_name", "company"].map((key) =>
    shortTextIn(Reflect.get(said, key)),
  );
  return {
    ref,
    tries,
    kind: job?.path === "/signout" ? "sign_out" : "sign_in",
    queued_at: job?.queued_at ?? new Date().toISOString(),
    ...optional("name", textIn([first, last].filter((part) => part !== undefined).join(" "))),
    ...optional("company", company),
    ...optional("field", shortTextIn(field)),
  };
};

/**
 * Reports rejected items with each heartbeat while there are any, and once more when there are none left, and applies
 * reception's decisions (docs/kiosks.md).
 * @returns a function to call with each heartbeat
 */
export const rejectedSyncReporter = (
  queue: Queue,
  send: (body: Reporting["body"]) => Promise<CallResult<Reporting["answer"]>>,
) => {
  // Before the first report, it is unknown which items the service still lists for this kiosk.
  let reportedCount = -1;
  const sendReport = async (): Promise<void> => {
    const items = (await queue.rejected()).slice(0, REPORTED_SYNCS_MAX).map(itemOf);
    const { answer } = await send({ sent_at: new Date().toISOString(), items });
    if (answer === undefined) return;
    reportedCount = items.length;
    if (answer.again.length + answer.discard.length === 0) return;
    await queue.settle(answer);
    await queue.flush();
    // The outcome is reported immediately; items that could not be sent remain due, and do not cause another report.
    if (queue.counts().waiting === 0) await sendReport();
  };
  return async (): Promise<void> => {
    if (queue.counts().rejected > 0 || reportedCount !== 0) await sendReport();
  };
};
