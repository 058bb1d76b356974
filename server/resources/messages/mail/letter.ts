import { escapeHtml } from "../../../platform/lib/text/html.ts";
import { accentOf } from "../../../platform/lib/text/colour.ts";
import { colonIn } from "../../../../shared/text/typography.ts";

/** A picture attached to its email; it and its caption appear only in the HTML. */
export type Picture = { name: string; alt: string; caption: string; size: number; bytes: Buffer };

/** An email's content: each part becomes plain text and HTML. */
export type Letter = {
  language: string;
  /** The sender's name: the location, or Foyer. */
  from: string;
  /** The location's accent colour, `#rrggbb`; without one, Foyer's. */
  colour?: string;
  /** The location's logo, beside its name. */
  logo?: { type: string; bytes: Buffer };
  paragraphs: readonly string[];
  /** Names and values, such as when and where. */
  facts?: readonly (readonly [string, string])[];
  button?: { label: string; url: string };
  /** A second, quieter link beside the button. */
  second?: { label: string; url: string };
  /** The text below the button. */
  hint?: string;
  picture?: Picture;
  footer: string;
};

/** The letter as plain text, for mail clients without HTML. */
export const letterText = ({ language, paragraphs, facts = [], button, second, hint, footer }: Letter): string =>
  [
    ...paragraphs,
    facts.map(([name, value]) => `${name}${colonIn(language)} ${value}`).join("\n"),
    ...[button, second].map((link) => (link === undefined ? "" : `${link.label}${colonIn(language)}\n${link.url}`)),
    hint ?? "",
    `-- \n${footer}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");

/** The main button, in light and in dark. */
const HOUSE = { fill: "#2543c6", on: "#ffffff", dark: "#375ce0" };
const buttonOf = (colour: string | undefined): typeof HOUSE => {
  const accent = accentOf(colour ?? null);
  return accent === undefined ? HOUSE : { ...accent, dark: accent.fill };
};

// Mail clients support little: tables, inline styles, and for dark mode a media query. The colours are Foyer's.
const DARK = `.canvas{background:#12100f!important}.sheet{background:#1a1816!important;border-color:#2a2825!important}.ink{color:#f0eeeb!important}.soft{color:#b4b0aa!important}.line{color:#f79a92!important}.code{background:#fff!important}`;
const FONT = "font-family:Geist,system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const INK = `${FONT};font-size:16px;line-height:24px;color:#211f1c`;
const SOFT = `${FONT};font-size:14px;line-height:20px;color:#57544f`;

/** Escaped, with its line breaks kept. */
const inHtml = (text: string): string => escapeHtml(text).replaceAll(/\r\n?|\n/g, "<br>");

const paragraph = (text: string): string => `<p class="ink" style="margin:0 0 16px;${INK}">${inHtml(text)}</p>`;

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td class="soft" valign="top" style="padding:0 20px 8px 0;${SOFT}">${inHtml(name)}</td><td class="ink" valign="top" style="padding:0 0 8px;${FONT};font-size:15px;line-height:20px;color:#211f1c">${inHtml(value)}</td></tr>`;

const factTable = (facts: readonly (readonly [string, string])[]): string =>
  facts.length === 0
    ? ""
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">${facts.map(factRow).join("")}</table>`;

const BUTTON = `display:inline-block;padding:11px 24px;border-radius:8px;${FONT};font-size:16px;line-height:24px;font-weight:600;text-decoration:none`;

const anchor = ({ label, url }: { label: string; url: string }, name: string, look: string): string =>
  `<a class="${name}" href="${escapeHtml(url)}" style="${BUTTON};${look}">${inHtml(label)}</a>`;

const links = ({ button, second, colour }: Letter): string => {
  if (button === undefined) return "";
  const { fill, on } = buttonOf(colour);
  const first = anchor(button, "door", `border:1px solid ${fill};background:${fill};color:${on}`);
  const other = second && anchor(second, "line", "border:1px solid #918d86;color:#b01e22");
  return `<p style="margin:8px 0 24px">${[first, other].filter((link) => link !== undefined).join(" &nbsp; ")}</p>`;
};

const darkOf = (colour: string | undefined): string => {
  const { dark } = buttonOf(colour);
  return `@media (prefers-color-scheme:dark){${DARK}.door{background:${dark}!important;border-color:${dark}!important}}`;
};

/** The content ID of the logo in its email. */
export const LOGO_ID = "logo";

const headOf = ({ from, logo }: Letter): string => {
  const mark = `<img src="cid:${LOGO_ID}" alt="" height="32" style="display:inline-block;height:32px;max-width:120px;margin-right:12px;border-radius:6px;vertical-align:middle">`;
  return `<p class="soft" style="margin:0 0 20px;${SOFT};font-weight:600">${logo === undefined ? "" : mark}${inHtml(from)}</p>`;
};

const image = ({ name, alt, caption, size }: Picture): string =>
  `<p class="soft" style="margin:0 0 12px;${SOFT}">${inHtml(caption)}</p><p style="margin:0 0 8px"><img class="code" src="cid:${name}" alt="${escapeHtml(alt)}" width="${size}" height="${size}" style="display:block;border-radius:8px;background:#ffffff"></p>`;

/** The letter as HTML, without scripts, remote pictures or fonts. */
export const letterHtml = (letter: Letter): string => {
  const { language, from, paragraphs, facts = [], hint, picture, footer } = letter;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(from)}</title><style>${darkOf(letter.colour)}</style></head>` +
    `<body class="canvas" style="margin:0;padding:0;background:#f5f4f1"><table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f4f1"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e9e7e3;border-radius:12px"><tr><td style="padding:28px">` +
    headOf(letter) +
    [
      ...paragraphs.map(paragraph),
      factTable(facts),
      links(letter),
      hint === undefined ? "" : `<p class="soft" style="margin:0 0 12px;${SOFT}">${inHtml(hint)}</p>`,
      picture === undefined ? "" : image(picture),
    ].join("") +
    `</td></tr></table><p class="soft" style="max-width:560px;margin:16px auto 0;${SOFT};font-size:13px">${inHtml(footer)}</p></td></tr></table></body></html>`
  );
};
