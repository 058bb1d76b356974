import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { catalogueTexts, demoTexts, type Text } from "../support/words/catalogue-texts.ts";

/** A pattern that may not come back, and where it is right. */
type Rule = { never: RegExp; but?: RegExp };

const SMS = /\.(?:sms|drillSms)$/;
/** What people type to find a page or an action, which no page shows: words that we avoid are found too. */
const TYPED = /^palette:(?:also|page)\./;
/** Where people log in: the words for visitors who sign in would say another thing. */
const ACCOUNTS = /^(login|account|reauthentication|users|sessions):/;

const FRENCH: Record<string, Rule> = {
  "a plain space before a high sign": { never: / [:;?!»]|« /u, but: SMS },
  "no space before a high sign": {
    never: /[^\s\u00a0«(][;?!»]|[\p{L}\p{N}}%]:(?=\s|$)/u,
    but: /^system:checks\.fix\.(notDurable|noRestorePoints)$/,
  },
  "a plain space between number and unit": { never: /(\d|\}\}) (%|Mo|mm|ms)(?!\p{L})|n° /u },
  "straight marks": { never: /['"]|\.\.\.|—|!/u, but: SMS },
  "elision before a name": {
    never: /(?<!\p{L})(de|que|jusque|lorsque|puisque) \{\{(name|visitor|host|company|location|device|recipient|by)/iu,
  },
  "an article before a place": { never: /(?<!\p{L})(à|au) \{\{(location|device|name)/iu },
  "the reader in the masculine": {
    never:
      /(?<!\p{L})(vous (y |en |vous )?(n’)?(êtes|étiez|serez|avez été)|je suis)( pas| déjà| bien)? \p{L}+(é|i|u|it|eur)s?(?![\p{L}’])|(invité|connecté|déconnecté|inscrit)(?=[.,;:]|$)|vous seul(?!\p{L})/iu,
  },
  "a named person in the masculine": {
    never:
      /\{\{(name|visitor|recipient|host)\}\}(\{[^{}]*(\{\{\w+\}\}[^{}]*)*\})? ((est|a été|sera|vient d’être|va être|n’est plus|n’a pas pu être)( \p{L}+)? )?\p{L}*(é|parti|peut-il)(?!\p{L})/iu,
    but: /^evacuation:isSafe$/,
  },
  "a bare state": {
    never: /(?<!\p{L})(attendus?|invités?|présents?|sortis?|arrivés?|venus?|refusé|accepté)$/iu,
    but: /^audit:act\.(undelivered\.report|erasure_request\.decline)$/,
  },
  "signing up": { never: /inscri/iu, but: /^identity-provider:howHelp$/ },
  "other words for accueil and entrée": { never: /réception|à la porte|points? d’entrée|(?<!\p{L})porte$/iu },
  "other words for sur place and départ": {
    never: /(?<!\p{L})(sorti|sortie|présente?s?|à l’intérieur)(?!\p{L})/iu,
    but: /^evacuation:proposal$/,
  },
  "accord for a document": { never: /(?<!\p{L}|attente d’)accords?(?!\p{L})/iu, but: /^visitor-flow:problem\.tick$/ },
  "marquer, guide, essai, chercher": {
    never: /(?<!\p{L})(marqu(e|es|er|é|és|ée|age)|guides?|essais?|chercher|notée?s?)(?!\p{L})/iu,
  },
  "phrases of translations": {
    never: /pour de bon|tout seul|à la suite|de suite|l’interface|(?<!\p{L})horloge/iu,
  },
  "livraison, journal, appareil": {
    never: /livr(aison|és)|journal(?! d’audit| en dit)|appareil(?!s)/iu,
    but: /template\.delivery\.|^demo|onPoster\.how$|themes\.auto$|apart\.deliveries$|hosts\.delivery\.|endsAfterHelp$/,
  },
  "a sentence after a colon": { never: /: \{\{reason\}\}/iu },
  "the plural of another number": {
    never: /\{\{(online|queued|safe|done)\}\} \p{L}+s? sur|(?<!\p{L})(la|le|les|aux) \{\{(count|number)\}\}/iu,
  },
};

const DUTCH: Record<string, Rule> = {
  "gastheer for contactpersoon": { never: /gasthe(er|ren)|gastvrouw/i },
  "the door": { never: /\bde deur\b/i },
  balie: { never: /\bbalie\b/i, but: /^entry-points:noneHelp$/ },
  "netwerk, service": { never: /(geen|zonder|het|of) netwerk\b|\bservice\b/i },
  "other words": {
    never: /aangekondigd|ingeladen|uitgeschreven|afgeleverd|nog te beslissen|link is afgelopen/i,
  },
  "mail for e-mail": { never: /(?<![-\w{]|foyer )mails?\b/i },
  "words of translations": {
    never: /\b(tellers|toestand|interface|globale|verzamelpunt|aanvaard|ondertussen|van dan af)/i,
  },
  "haar for a thing, u heeft, je": { never: /\bhaar\b|\bu heeft\b|\b(je|jij|jou|jouw)\b/i },
  "afgewezen for a visit": {
    never: /afgewezen|afwijzen/i,
    but: /^erasure-requests:|^audit:act\.erasure_request|^visitor:erasure/,
  },
  getekend: { never: /\bgetekend(?!e handtekening)/i },
  "aanmelden for an account": { never: /aanmelden|afmelden|aangemeld|afgemeld/i, but: /:permission|:keysHelp/ },
  quotes: { never: /['"“”„]/ },
  "a participle without a subject": { never: /Uitgeschakeld (?!na )/ },
  "an article before a number, a space before %": { never: /\b(Het|De) \{\{count|\}\} %/i },
};

const GERMAN: Record<string, Rule> = {
  Gastgeber: { never: /Gastgeber/ },
  "ein- and austragen": { never: /\b(ein|aus)(ge|zu)?(tragen|trägt)\b/ },
  "Ausweis alone": {
    never: /(?<!sucher)ausweis/i,
    but: /^console:done\.badge$|^visit:printBadge$|^visit-types:(withBadge|tab\.badge)$/,
  },
  "das Kiosk": { never: /\b(das|dieses) Kiosk\b/i },
  "Tür, Netz, Der Dienst": { never: /\b(Tür|Netz|Der Dienst)\b/, but: /^entry-points:noneHelp$/ },
  zulassen: { never: /zulass|zugelassen|freigabe|eintreten/i },
  "other words": {
    never:
      /Zähler|Fassung|unterzeich|Prüfprotokoll|Löschanfrage|Handy|Sammelpl|Sammelpunkt|Besuchstyp|Hauptverwaltung|jetzige|endgültig weg|gilt einmal/,
  },
  "Mail for E-Mail": { never: /(?<!-)\bMails?\b/ },
  tippen: { never: /tippen Sie|Namen tippen/i },
  "a case or number that a placeholder lacks": {
    never: /\b(seit|vor|nach) \{\{duration|\b(Der|Die|Das) \{\{count|\{\{name\}\} konnte/i,
  },
  "ist for wurde": {
    never: /\bist (gespeichert|entfernt|geändert|ersetzt|erstellt|widerrufen|verworfen|gelöscht|importiert)/,
  },
  "a comma between two short orders": { never: /, oder (fragen|bitten|fordern)/ },
  du: { never: /\b(du|dein\w*|dich|dir|euch)\b/i },
  "anmelden for an account": { never: /anmelden|abmelden|angemeldet|abgemeldet/i, but: /:permission|:keysHelp/ },
  quotes: { never: /["'”]/ },
  "a participle without a subject": { never: /Ausgeschaltet [a-zü]/ },
};

const RULES = { fr: FRENCH, nl: DUTCH, de: GERMAN } as const;

/** Words of accounts are looked for where people log in alone. */
const isMeant = (rule: string, where: string): boolean => !rule.endsWith("for an account") || ACCOUNTS.test(where);

const found = (texts: readonly Text[], rules: Readonly<Record<string, Rule>>): string[] =>
  Object.entries(rules).flatMap(([rule, { never, but }]) =>
    texts
      .filter(
        ([where, text]) => !TYPED.test(where) && isMeant(rule, where) && never.test(text) && but?.test(where) !== true,
      )
      .map(([where, text]) => `${rule}: ${where}: ${text}`),
  );

/** Signs that an SMS of 160 has (GSM 03.38); any other makes it one of 70. */
const GSM = /^[A-Za-z0-9 \n\r@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡ÄÖÑÜ§¿äöñüà_\-^{}\\[~\]|€]*$/u;

describe("the words of three languages (reviewed by native writers)", () => {
  for (const language of ["fr", "nl", "de"] as const)
    it(`${language}: no pattern that was taken out is back, on a page or in what the service writes`, () => {
      assert.deepEqual(found([...catalogueTexts(language), ...demoTexts(language)], RULES[language]), []);
    });

  it("an SMS keeps to the signs of its alphabet", () => {
    for (const language of ["en", "fr", "nl", "de"] as const)
      for (const [where, text] of catalogueTexts(language).filter(([at]) => SMS.test(at)))
        assert.match(text, GSM, `${language} ${where}`);
  });
});
