/** A kind of record in an archive. */
export type Kind = {
  /** Of its file. */
  name: string;
  /** Its records of location `$1`, each with a `key` by which they are read in order; those up to `$2` can be left out. */
  select: string;
  /** How many are read at once. */
  atOnce?: number;
};

/** The name in English, or else the first. */
const named = (table: string, id: string): string =>
  `(select n.value from ${table} t, jsonb_each_text(t.name) n where t.company_id = r.company_id and t._id = r.${id}
    order by n.key = 'en' desc, n.key limit 1)`;

/** An empty cell where there are none. */
const EXTRA = "nullif(r.extra, '{}')::text as extra";

const kind = (name: string, table: string, columns: string): Kind => ({
  name,
  select: `select r._id collate "C" as key, r._id, ${columns} from ${table} r where r.company_id = $1`,
});

const RECORD = "r.create_date, r.mod_date";

const words = (text: string): string[] => text.split(" ");

/** What imports read: tables, whose headings are what they map. */
export const TABLES: readonly (Kind & { columns: readonly string[] })[] = [
  {
    name: "hosts",
    select: `select r._id collate "C" as key, r._id as id, r.cn, r.mail, r.mobile, r.telephone_number as "telephoneNumber", r.sticky, ${EXTRA}
      from hosts r where r.company_id = $1 and not r.external and not r.hidden`,
    columns: words("id cn mail mobile telephoneNumber sticky extra"),
  },
  {
    ...kind(
      "known_visitors",
      "registered_visitors",
      `r._id as id, r.first_name, r.last_name, r.company, r.email, r.phone, r.recipient, ${named("visit_types", "visit_type")} as visit_type,
      ${named("entry_points", "entrypoint_id")} as entry_point, r.visiting_from as "from",
      case when r.visiting_from is not null and r.visiting_to is null then 'infinity' else to_json(r.visiting_to) #>> '{}' end as "until",
      r.language_id, r.persistent, r.status, r.series_id, r.recurrence_id, r.group_id, r.create_date, ${EXTRA}`,
    ),
    columns: words(
      "id first_name last_name company email phone recipient visit_type entry_point from until language_id persistent status series_id recurrence_id group_id create_date extra",
    ),
  },
  {
    ...kind(
      "visits",
      "visits",
      `r._id as id, r.first_name, r.last_name, r.company, r.email, r.phone, r.address, r.zip_code, r.city, r.recipient, r.recipient_mail,
      ${named("visit_types", "visit_type")} as visit_type, ${named("entry_points", "entrypoint_id")} as entry_point, r.signed_in, r.signed_out,
      r.signed_in_source, r.signed_out_source, r.signed_in_user, r.signed_out_user, r.approval, r.safe, r.language_id, r.known_visitor_id,
      r.create_date, ${EXTRA}`,
    ),
    columns: words(
      "id first_name last_name company email phone address zip_code city recipient recipient_mail visit_type entry_point signed_in signed_out signed_in_source signed_out_source signed_in_user signed_out_user approval safe language_id known_visitor_id create_date extra",
    ),
  },
];

const occurrences = `(select jsonb_agg(to_jsonb(o) - 'company_id' - 'series_id' order by o.starts) from series_occurrences o
  where o.company_id = r.company_id and o.series_id = r._id) as occurrences`;
const marks = `(select jsonb_agg(to_jsonb(m) - 'company_id' - 'evacuation_id' order by m.at) from evacuation_marks m
  where m.company_id = r.company_id and m.evacuation_id = r._id) as marks`;
const assigned = `(select jsonb_agg(v.visit_type_id order by v.place_in_agreement) from agreement_visit_types v
  where v.company_id = r.company_id and v.agreement_id = r._id) as visit_types`;

/** The other kinds. Columns are named one by one, so that no secret of a later version gets into an archive. */
export const RECORDS: readonly Kind[] = [
  {
    name: "location",
    select: `select _id collate "C" as key, _id, name, tier, timezone, languages, default_language, address, zip_code, city, country, colour,
      privacy_notice, settings, create_date, mod_date from companies where _id = $1`,
  },
  kind(
    "visit_types",
    "visit_types",
    `r.name, r.active, r.index, r.fields, r.screening, r.screening_by, r.watchlist, r.screening_mail, r.registered_visitors, r.photo, r.signature, r.badge,
    r.host_notifications, r.welcome_message, r.signout_message, r.notification_texts, r.ends_after_minutes, ${RECORD}`,
  ),
  kind("entry_points", "entry_points", `r.name, r.active, r.index, ${RECORD}`),
  kind(
    "agreements",
    "agreements",
    `r.name, r.active, r.version, r.index, r.expiry_days, r.group_only, r.captions, ${assigned}, ${RECORD}`,
  ),
  {
    name: "agreement_versions",
    select: `select (agreement_id || lpad(version::text, 10, '0')) collate "C" as key, agreement_id, version, type, agreement_text, video, pdf,
      create_date from agreement_versions where company_id = $1`,
  },
  kind(
    "series",
    "visit_series",
    `r.name, r.rule, r.timezone, r.starts, r.minutes, r.shared, r.invite, ${occurrences}, ${RECORD}`,
  ),
  kind("groups", "visit_groups", `r.name, r.leader_id, r.unnamed, r.shared, ${RECORD}`),
  {
    name: "signed_agreements",
    select: `select (visit_id || '-' || agreement_id) collate "C" as key, visit_id, agreement_id, version, name, language, text_hash, signed_at,
      signer from signed_agreements where company_id = $1 and visit_id >= left($2, 24)`,
  },
  {
    name: "host_replies",
    select: `select visit_id collate "C" as key, visit_id, reply, host, at from host_replies where company_id = $1`,
  },
  kind(
    "evacuations",
    "evacuations",
    `r.drill, r.started, r.started_by, r.ended, r.ended_by, r.people, r.safe, r.median_seconds, ${marks}, ${RECORD}`,
  ),
  kind("erasure_requests", "erasure_requests", `r.subject, r.subject_id, r.state, ${RECORD}`),
  kind("rejected_syncs", "undelivered", `r.kind, r.done_at, r.name, r.company, r.field, r.decision, ${RECORD}`),
  {
    name: "audit",
    select: `select lpad(l.seq::text, 20, '0') collate "C" as key, l.seq, l.at, l.act, l.event, l.subject, l.subject_id, l.ids, l.actor_kind,
      l.actor_id, l.request_id, b.body::jsonb as body
      from log l left join log_bodies b on b.company_id = l.company_id and b.seq = l.seq
      where l.company_id = $1 and l.seq > coalesce(nullif($2, ''), '0')::bigint`,
    atOnce: 100,
  },
];

/** Pictures, a file each, in the form in which they were sent. */
export const PICTURES: Kind = {
  name: "pictures",
  select: `select (_id || ' logo') collate "C" as key, 'logo' as name, logo as picture from companies where _id = $1 and logo is not null
    union all select _id || ' kiosk_background', 'kiosk_background', kiosk_background from companies where _id = $1 and kiosk_background is not null
    union all select visit_id || ' photo', 'photos/' || visit_id, photo from visit_images where company_id = $1 and visit_id >= left($2, 24) and photo is not null
    union all select visit_id || ' signature', 'signatures/' || visit_id, signature from visit_images
      where company_id = $1 and visit_id >= left($2, 24) and signature is not null
    union all select registered_visitor_id || ' photo', 'photos/' || registered_visitor_id, photo from preregistrations
      where company_id = $1 and registered_visitor_id >= left($2, 24) and photo is not null
    union all select registered_visitor_id || ' signature', 'signatures/' || registered_visitor_id, signature from preregistrations
      where company_id = $1 and registered_visitor_id >= left($2, 24) and signature is not null`,
  atOnce: 20,
};

/** The PDFs of agreements, as `pdf` of a version names them. */
export const AGREEMENT_FILES: Kind = {
  name: "agreement_files",
  select: `select (agreement_id || ' ' || digest) collate "C" as key, 'agreements/' || agreement_id || '-' || digest || '.pdf' as path, bytes from agreement_files where company_id = $1`,
  atOnce: 1,
};
