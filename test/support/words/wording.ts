/** A wording that is not ours, and where it is right all the same. */
type Wording = { what: string; pattern: RegExp; except?: RegExp };

/** What the glossary has another word for, in what administrators, operators and programmers read of the server. */
const WORDINGS: readonly Wording[] = [
  {
    what: "someone, people who",
    pattern: /\b(?:[Ww]ho(?:ever|m)|(?:[Ss]ome|[Ee]very|[Aa]ny|[Nn]o)body)\b/,
    except: /account nobody/,
  },
  { what: "isn't a …", pattern: /\b(?:[Tt]his|[Tt]hat|[Ii]t|[Tt]hese|[Tt]hose|which) (?:is|are) no (?!longer\b)/ },
  { what: "is, is in, is shown", pattern: /\b(?:stands?|lies?|lay|hangs?)\b/, except: /in which they stand/ },
  { what: "erase, keep, remain", pattern: /\bfor good\b|\bgoes\b|\bstays?\b/, except: /signature stays valid/ },
  {
    what: "email",
    pattern: /\b[Ee]-[Mm]ails?\b|\b[Mm]ail(?:s|ed|ing)?\b(?! server)/,
    except: /mail, sms/,
  },
  { what: "offline", pattern: /\b(?:without|no|the) network\b/ },
  { what: "reception", pattern: /\bdesk\b/, except: /[Dd]esk phone/ },
  {
    what: "entrance",
    pattern: /\b[Dd]oors?\b|\b[Ee]ntry points?\b/,
    except: /doors and reception desks/,
  },
  {
    what: "approve, reject, approval",
    pattern: /\b[Ss]creened\b|\b[Dd]ecid(?:e|es|ed|ing)\b/,
  },
  { what: "notify, show, have", pattern: /\b[Tt]old\b|\b[Tt]ells?\b/, except: /can't tell/ },
  { what: "kiosk", pattern: /\b[Dd]evices?\b/ },
  {
    what: "Foyer, server, API, version",
    pattern: /\b[Tt]he (?:service|interface)\b|\b[Tt]h(?:e|is) program\b|\bfor programs\b/,
  },
  { what: "photo, image", pattern: /\b[Pp]ictures?\b/ },
  { what: "visit totals", pattern: /\b[Cc]ounters?\b/ },
  { what: "current, previous", pattern: /\b[Pp]resent (?:password|key|version)\b|\bthe one before\b/ },
  { what: "can, might", pattern: /\b[Mm]ay\b/, except: /It may have arrived|; it may have arrived/ },
  { what: "has expired", pattern: /\b(?:has|have) ended\b/ },
  { what: "no please", pattern: /\b[Pp]lease\b/ },
  {
    what: "British spelling",
    pattern: /\b(?:[Ll]icense|[Cc]olor|[Cc]enter|\w*[Oo]rganiz\w*|[Rr]ecogniz\w*|[Mm]isspelled)\b/,
  },
  { what: "ID, IDs", pattern: /\bids?\b/, except: /-id\b|companyId and ids/ },
  { what: "setup", pattern: /\b[Ss]et-up\b/ },
  {
    what: "immediately, automatically",
    pattern: /\bmeanwhile\b|\bby (?:it|them)sel(?:f|ves)\b|\bof its own\b|\bone's own\b/,
  },
  { what: "turn on, turn off", pattern: /\b[Ss]witch(?:ed|es)?(?: \w+)? (?:on|off)\b/ },
  { what: "endpoint, response, returns", pattern: /\b[Rr]eceivers?\b|\bis answered\b/ },
  { what: "can't", pattern: /\b[Cc]annot\b/ },
  { what: "must contain", pattern: /\bmust not hold\b|\bmust hold\b/ },
  { what: "isn't a … of this location", pattern: /\bnames no\b/ },
  { what: "in progress", pattern: /\bunder way\b/ },
  { what: "two sentences", pattern: /; (?:try|use|see|read it|create|send|sign|ask|call|save|wait|narrow|repeat)\b/ },
];

/** What is written for machines in a text: code, keys, addresses, and what is put in while the program runs. */
const CODE = /`[^`]*`|\$\{[^}]*\}|"\w+"|(?:\w+:\/)?\/\S+|\w+@\S+/g;

/** The wordings that a text has and should not: what to write instead, and the text. */
export const wrongIn = (text: string): string[] => {
  const plain = text.replaceAll(CODE, "…");
  return WORDINGS.filter(({ pattern, except }) => pattern.test(except ? plain.replace(except, "") : plain)).map(
    ({ what, pattern }) => `write "${what}", not "${pattern.exec(plain)?.[0]}": ${text}`,
  );
};
