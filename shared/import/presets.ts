import { normalHeading } from "./match-columns.ts";

/** The kinds of records that a file can have. */
export const IMPORT_TARGETS = ["hosts", "known_visitors", "visits"] as const;
export type ImportTarget = (typeof IMPORT_TARGETS)[number];

/** A file that a product writes: by which of its headings it is recognised, and what its columns become. */
export type Preset = {
  id: string;
  maker: string;
  target: ImportTarget;
  /** Headings that are always there. */
  has: readonly string[];
  columns: Readonly<Record<string, string>>;
};

const preset = (
  id: string,
  maker: string,
  target: ImportTarget,
  has: string,
  columns: Record<string, string>,
): Preset => ({
  id,
  maker,
  target,
  has: has.split("|"),
  columns,
});

/** The known files (docs/imports.md); of several that fit, the one with the most headings is taken. */
export const PRESETS: readonly Preset[] = [
  preset("foyer-hosts", "Foyer", "hosts", "id|cn|mail|mobile|telephoneNumber|sticky|extra", {}),
  preset("foyer-known-visitors", "Foyer", "known_visitors", "id|last_name|until|persistent|series_id|extra", {}),
  preset(
    "foyer-visits",
    "Foyer",
    "visits",
    "id|first_name|last_name|recipient|entry_point|signed_in|signed_out|approval|extra",
    {},
  ),
  preset("vizito-hosts", "Vizito", "hosts", "cn|telephoneNumber|mobile|mail", {}),
  preset("entra", "Microsoft Entra ID", "hosts", "userPrincipalName|displayName|mail|telephoneNumber|mobilePhone", {
    displayName: "cn",
    givenName: "first",
    surname: "last",
    mail: "mail",
    userPrincipalName: "login",
    telephoneNumber: "telephoneNumber",
    mobilePhone: "mobile",
  }),
  preset("get-aduser", "Active Directory (Get-ADUser)", "hosts", "Name|EmailAddress", {
    Name: "cn",
    GivenName: "first",
    Surname: "last",
    EmailAddress: "mail",
    UserPrincipalName: "login",
    OfficePhone: "telephoneNumber",
    MobilePhone: "mobile",
  }),
  preset(
    "google-workspace",
    "Google Workspace",
    "hosts",
    "First Name [Required]|Last Name [Required]|Email Address [Required]",
    {
      "First Name [Required]": "first",
      "Last Name [Required]": "last",
      "Email Address [Required]": "mail",
      "Work Phone": "telephoneNumber",
      "Mobile Phone": "mobile",
    },
  ),
  preset("envoy-employees", "Envoy", "hosts", "name|email|phone_number|assistant_emails", {
    name: "cn",
    phone_number: "mobile",
  }),
  preset("swipedon-employees", "SwipedOn", "hosts", "First Name|Last Name|Email Address|Phone", { Phone: "mobile" }),
  preset("verkada-hosts", "Verkada", "hosts", "fullname|email|phone|photo", { fullname: "cn", phone: "mobile" }),
  preset("visitly-hosts", "Visitly", "hosts", "firstName|lastName|email|workPhone|mobilePhone|externalId", {
    workPhone: "telephoneNumber",
    mobilePhone: "mobile",
  }),
  preset("passagepoint-hosts", "PassagePoint", "hosts", "first|last|email|uniqueId|mobileNumber", {
    mobileNumber: "mobile",
  }),
  preset("askcody-hosts", "AskCody", "hosts", "Name|Email|Mobile|Custom|Language|Differentiator", { Name: "cn" }),
  preset("signinapp-members", "Sign In App", "known_visitors", "Full name|Role|Email|Phone number|Start|End", {
    "Full name": "name",
    Role: "",
    Start: "from",
    End: "until",
  }),
  preset("sine-invitations", "Sine", "known_visitors", "First Name|Last Name|Company|From|To|Host Email|Mobile", {
    Mobile: "phone",
    "Host Email": "",
  }),
  preset("vpass-people", "vPass", "known_visitors", "first_name|last_name|access_code|visitor_type|is_host", {
    visitor_type: "visit_type",
    access_code: "",
    is_host: "",
  }),
  preset("envoy-log", "Envoy", "visits", "Full name|Email|Company|Host|Purpose of visit|Sign in|Sign out", {}),
  preset("envoy-entries", "Envoy (API)", "visits", "fullName|email|phone|host|signInTime|signOutTime", {
    fullName: "name",
    signInTime: "signed_in",
    signOutTime: "signed_out",
  }),
  preset("signinapp-log", "Sign In App", "visits", "Full name|Visiting|Signed in|Signed out", {}),
  preset("swipedon-log", "SwipedOn", "visits", "First Name|Last Name|Company|Visiting|Sign In|Sign Out", {}),
  preset(
    "proxyclick-log",
    "Proxyclick / Eptura Visitor",
    "visits",
    "Firstname|Lastname|Company|Host|Checked in|Checked out",
    {},
  ),
  preset("vizito-log", "Vizito", "visits", "first_name|last_name|company|recipient|signed_in|signed_out", {}),
  preset("robin-log", "Robin", "visits", "Visitor name|Visitor email|Host name|Building|Arrival|Departure", {}),
];

const fits = ({ has }: Preset, names: ReadonlySet<string>): boolean =>
  has.every((name) => names.has(normalHeading(name)));

/** The preset of a file by the names of its columns; undefined if none is known. */
export const presetOf = (columns: readonly string[], target: ImportTarget): Preset | undefined => {
  const names = new Set(columns.map(normalHeading));
  return PRESETS.filter((known) => known.target === target && fits(known, names)).toSorted(
    (a, b) => b.has.length - a.has.length,
  )[0];
};
