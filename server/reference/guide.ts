import { escapeHtml } from "../lib/html.ts";
import { codeBlock } from "./markup.ts";

type Chapter = { id: string; title: string; said: string; shown: string };

const chapters = (server: string): readonly Chapter[] => [
  {
    id: "first-call",
    title: "First call",
    said: `<p>Every call goes to <code>${escapeHtml(server)}</code> and carries a credential. An administrator creates an API key in the console, or by <code>POST /apikeys</code>; its secret is shown once. Ask which locations it covers: nearly everything else needs the <code>_id</code> of one, called <code>company_id</code>.</p>
<p>The same description for programs is at <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>`,
    shown: codeBlock(
      "curl",
      `export FOYER_KEY='svc_…'\n\ncurl '${server}/companiesList' \\\n  -H "Authorization: Bearer $FOYER_KEY"`,
    ),
  },
  {
    id: "credentials",
    title: "Credentials",
    said: `<p>Three are accepted side by side: an API key or an identity provider's access token as <code>Authorization: Bearer</code>, or a user's e-mail address and password as <code>Basic</code>. A key may stand in <code>X-API-Key</code> too.</p>
<p>A key is an administrator of its locations and nothing outside them. It cannot create locations or manage users and keys. Thirty refused credentials from one address within 15 minutes shut that address out for the rest of them (<code>429</code>); calls that succeed never count, and there is no other quota.</p>`,
    shown: codeBlock(
      "headers",
      `Authorization: Bearer svc_<key_id>_<secret>\nX-API-Key: svc_<key_id>_<secret>\nAuthorization: Basic <credentials>`,
    ),
  },
  {
    id: "errors",
    title: "Errors",
    said: `<p><code>400</code> says which field, what was expected, and where to look. <code>403</code> looks the same for every cause, so that it gives nothing away: an unknown or revoked credential, another address, a location that is not covered, a role. <code>404</code> is any object that does not exist or is not yours to see. <code>413</code> and <code>415</code> are about the body, <code>429</code> and <code>503</code> say in <code>Retry-After</code> when to try again.</p>`,
    shown: codeBlock(
      "answers",
      `400 { "message": "\\"count\\" must be a whole number from 1 to 200. …" }\n403 { "error": "Invalid API key" }\n404 { "message": "Not found" }`,
    ),
  },
  {
    id: "conventions",
    title: "Conventions",
    said: `<p>Bodies are JSON; forms are read as well. Ids are 24 hexadecimal characters. Timestamps are ISO 8601 in UTC; where a path takes a day, <code>YYYY-MM-DD</code> is that day on the location's clock. Absent values are left out, never <code>null</code>; in a <code>PUT</code> an absent key stays and <code>null</code> removes. Visitors, registered visitors and hosts keep any further key you send, so a misspelled name makes a new field.</p>
<p>Configured texts come in <code>language_id</code>, falling back to English. An <code>Idempotency-Key</code> on a <code>POST</code> or <code>PUT</code> makes a repetition within 24 hours harmless.</p>`,
    shown: codeBlock(
      "once",
      `curl '${server}/visitors' \\\n  -H "Authorization: Bearer $FOYER_KEY" \\\n  -H 'Idempotency-Key: front-desk-4711' \\\n  -d company_id=66f1a2b3c4d5e6f708192a3b -d first_name=Jo`,
    ),
  },
  {
    id: "lists",
    title: "Lists, filters, sorting",
    said: `<p>The two big lists, visitors and registered visitors, take <code>count</code> and <code>page</code> and answer <code>{ total, visitors }</code>; all others are plain arrays. <code>filter[field]</code> finds a substring of any stored field, ignoring case; several must all hold. <code>filter[field][startDate]</code> and <code>[endDate]</code> are a half-open range. <code>sorting[field]</code> is <code>asc</code> or <code>desc</code>; several apply in their order.</p>`,
    shown: codeBlock(
      "query",
      `?count=50&page=1\n&filter[last_name]=jans\n&filter[signed_in][startDate]=2026-11-01\n&filter[signed_in][endDate]=2026-12-01\n&sorting[company]=asc&sorting[signed_in]=desc`,
    ),
  },
];

/** The names and places of the chapters, for the navigation. */
export const guideLinks = (): { id: string; title: string }[] => chapters("").map(({ id, title }) => ({ id, title }));

/** What holds for every endpoint. @param server the base URL */
export const guideMarkup = (server: string): string =>
  chapters(server)
    .map(
      ({ id, title, said, shown }) =>
        `<section class="operation" id="${id}"><div class="said"><h3><a href="#${id}">${title}</a></h3>${said}</div><div class="shown">${shown}</div></section>`,
    )
    .join("");
