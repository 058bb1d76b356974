/** Everything that a location's log tells of, by the kind of record. What is added later is shown by its own name. */
export const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  visit: [
    "start",
    "start_quietly",
    "sign_out",
    "end",
    "take_back",
    "change",
    "approved",
    "rejected",
    "ask_again",
    "reply",
    "hand_over",
    "tell",
    "safe",
    "erase",
    "expire",
    "release",
  ],
  watchlist: ["create", "change", "remove", "import", "check"],
  watch_entry: ["create", "change", "remove"],
  watch_hit: ["same", "different", "let_in", "refused"],
  registered_visitor: ["create", "change", "invite", "preregister", "remove", "expire"],
  series: ["create", "change", "remove"],
  group: ["create", "change", "remove"],
  host: ["create", "change", "remove", "hide", "show", "upload"],
  import: ["create", "change", "run", "done", "failed", "undo"],
  location: ["create", "change", "remove"],
  visit_type: ["create", "change", "remove"],
  entry_point: ["create", "change", "replace_poster", "remove"],
  agreement: ["create", "change", "remove"],
  device: ["add", "change", "online", "offline", "remove"],
  webhook: ["create", "change", "rotate_secret", "replay", "disable", "remove"],
  delivery: ["create"],
  message: ["send"],
  evacuation: ["start", "join", "mark", "end"],
  emergency: ["send"],
  erasure_request: ["ask", "confirm", "decline"],
  undelivered: ["report", "again", "discard", "settle", "expire"],
};

const known = new Set(Object.entries(ACTIONS).flatMap(([subject, acts]) => acts.map((act) => `${subject}.${act}`)));

/** Whether we have words for it. */
export const isKnownAction = (act: string): boolean => known.has(act);

type AuditedAction = {
  act: string;
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
};

/** The acts whose entry says more than their name: of which kind the evacuation was, or whether the visitor is safe. */
const EXACT: Readonly<Record<string, (done: AuditedAction) => string | undefined>> = {
  "visit.safe": ({ after }) => (after?.["safe"] === false ? "no" : "yes"),
  "evacuation.start": ({ after }) => kindOf(after),
  // Joining leaves an entry only where it changes the evacuation: its kind, or its beginning.
  "evacuation.join": ({ before, after }) => (kindOf(before) === kindOf(after) ? kindOf(after) : "turned"),
  "evacuation.mark": ({ after }) => kindOf(after),
  "evacuation.end": ({ after }) => kindOf(after),
  "emergency.send": ({ after }) => kindOf(after),
};

const kindOf = (record: AuditedAction["after"]): "drill" | "real" => (record?.["drill"] === true ? "drill" : "real");

/** What was done, as a key of the texts: a drill is told from an alarm, and safe from not safe, wherever the entry still holds it. */
export const actionTextKey = (done: AuditedAction): string | undefined => {
  if (!isKnownAction(done.act)) return undefined;
  const exact = done.after === undefined ? undefined : EXACT[done.act]?.(done);
  return exact === undefined ? `act.${done.act}` : `exact.${done.act}.${exact}`;
};

/** Who acts, as the log has it. */
const KINDS = new Set([
  "user",
  "api_key",
  "idp_credential",
  "device",
  "host_link",
  "poster",
  "invitation",
  "badge",
  "anonymous",
  "directory",
  "system",
]);

/** Whether there is a text for the kind of principal. */
export const isKnownKind = (kind: string): boolean => KINDS.has(kind);
