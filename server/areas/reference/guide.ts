import { escapeHtml } from "../../platform/lib/text/html.ts";
import { codeBlock } from "./markup.ts";

type Chapter = { id: string; title: string; said: string; shown: string };

const chapters = (server: string): readonly Chapter[] => [
  {
    id: "first-call",
    title: "First call",
    said: `<p>Send every call to <code>${escapeHtml(server)}</code>, with a credential. An administrator creates an API key in the console or with <code>POST /apikeys</code>. Its secret is shown once. List the locations it can access first: almost every other call needs a location's <code>_id</code>, called <code>company_id</code>.</p>
<p>A machine-readable version is at <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>`,
    shown: codeBlock(
      "curl",
      `export FOYER_KEY='svc_…'\n\ncurl '${server}/companiesList' \\\n  -H "Authorization: Bearer $FOYER_KEY"`,
    ),
  },
  {
    id: "credentials",
    title: "Credentials",
    said: `<p>There are three kinds: an API key or an identity provider's access token as <code>Authorization: Bearer</code>, or a user's email address and password as <code>Basic</code>. You can also send a key in <code>X-API-Key</code>.</p>
<p>A key has administrator access to its locations and no access to anything else. It can't create locations or manage users and keys. Thirty refused credentials from one address within 15 minutes block that address until the 15 minutes are up (<code>429</code>). Successful calls never count, and there is no other limit.</p>`,
    shown: codeBlock(
      "headers",
      `Authorization: Bearer svc_<key_id>_<secret>\nX-API-Key: svc_<key_id>_<secret>\nAuthorization: Basic <credentials>`,
    ),
  },
  {
    id: "errors",
    title: "Errors",
    said: `<p><code>400</code> says which field, what was expected, and where to look. <code>403</code> is the same for every cause, so that it reveals nothing: an unknown or revoked credential, another address, a location it has no access to, a role. <code>404</code> is any object that doesn't exist or that you can't access. <code>413</code> and <code>415</code> are about the body, <code>429</code> and <code>503</code> say in <code>Retry-After</code> when to try again.</p>`,
    shown: codeBlock(
      "responses",
      `400 { "message": "\\"count\\" must be a whole number from 1 to 200. …" }\n403 { "error": "Invalid API key" }\n404 { "message": "Not found" }`,
    ),
  },
  {
    id: "conventions",
    title: "Conventions",
    said: `<p>Bodies are JSON. Form bodies are accepted too. IDs are 24 hexadecimal characters. Timestamps are ISO 8601 in UTC; where a path takes a day, <code>YYYY-MM-DD</code> is that day in the location's time zone. Empty values are left out, never <code>null</code>. In a <code>PUT</code>, a missing key is kept and <code>null</code> removes it. Visitors, registered visitors and hosts keep any other key you send, so a misspelt name creates a new field.</p>
<p>Configured texts come in <code>language_id</code>, falling back to English. An <code>Idempotency-Key</code> on a <code>POST</code> or <code>PUT</code> makes it safe to repeat within 24 hours.</p>`,
    shown: codeBlock(
      "once",
      `curl '${server}/visitors' \\\n  -H "Authorization: Bearer $FOYER_KEY" \\\n  -H 'Idempotency-Key: front-desk-4711' \\\n  -d company_id=66f1a2b3c4d5e6f708192a3b -d first_name=Jo`,
    ),
  },
  {
    id: "lists",
    title: "Lists, filters, sorting",
    said: `<p>The two big lists, visitors and registered visitors, take <code>count</code> and <code>page</code> and return <code>{ total, visitors }</code>; all others are plain arrays. <code>filter[field]</code> finds a substring of any stored field, ignoring case; several must all match. <code>filter[field][startDate]</code> and <code>[endDate]</code> are a half-open range. <code>sorting[field]</code> is <code>asc</code> or <code>desc</code>; several apply in the order given.</p>`,
    shown: codeBlock(
      "query",
      `?count=50&page=1\n&filter[last_name]=jans\n&filter[signed_in][startDate]=2026-11-01\n&filter[signed_in][endDate]=2026-12-01\n&sorting[company]=asc&sorting[signed_in]=desc`,
    ),
  },
];

/** The titles and anchors of the chapters, for the navigation. */
export const guideLinks = (): { id: string; title: string }[] => chapters("").map(({ id, title }) => ({ id, title }));

/** The conventions that apply to every endpoint. @param server the base URL */
export const guideMarkup = (server: string): string =>
  chapters(server)
    .map(
      ({ id, title, said, shown }) =>
        `<section class="operation" id="${id}"><div class="said"><h3><a href="#${id}">${title}</a></h3>${said}</div><div class="shown">${shown}</div></section>`,
    )
    .join("");
