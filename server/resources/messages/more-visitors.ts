import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import type { MoreVisitors } from "./columns.ts";
import type { Letter } from "./mail/letter.ts";
import { messageTexts } from "./texts.ts";

type Parameters = MoreVisitors["parameters"];

/** How many more visitors a host has than the messages before said; it has no link, since it is about several. */
export const moreVisitorsText = ({ count, locationName }: Parameters, language: string): string =>
  fillPlaceholders(messageTexts(language).hosts.more.text, { count: String(count), location: locationName });

/** The same as an email. */
export const moreVisitorsLetter = (parameters: Parameters, language: string): { subject: string; letter: Letter } => {
  const { hello, hosts } = messageTexts(language);
  const { count, greeting, locationName: location } = parameters;
  return {
    subject: fillPlaceholders(hosts.more.subject, { count: String(count), location }),
    letter: {
      language,
      from: location,
      paragraphs: [fillPlaceholders(hello, { name: greeting }), moreVisitorsText(parameters, language)],
      footer: fillPlaceholders(hosts.footer, { location }),
    },
  };
};
