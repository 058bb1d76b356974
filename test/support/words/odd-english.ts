/** What no English text says: its name, the pattern, and what may stand beside it all the same. */
export type Odd = readonly [name: string, forbidden: RegExp, allowed?: RegExp];

/** What neither pages nor mails nor answers say. */
export const ODD: readonly Odd[] = [
  ["whoever, whom", /\b[Ww]ho(?:ever|m)\b/],
  ["“this is no …”", /\b(?:[Tt]his|[Tt]hat|[Ii]t|[Tt]hese|[Tt]hose|which|date|day) (?:is|are) no (?!longer\b)/],
  ["things that stand or lie", /\b(?:stands?|lies?|lay|hangs?)\b/],
  [
    "for good, goes, stays (of data)",
    /\bfor good\b|\bgoes\b|\bstays?\b/,
    /audit log|with their visits|signed in|offline|on the kiosk|on screen/,
  ],
  ["e-mail, mail", /\b[Ee]-[Mm]ails?\b|\b[Mm]ail(?:s|ed|ing)?\b(?! server)/, /\{\{mails\}\}/],
  ["without network", /\b(?:without|no|the) network\b|\bNo network\b/],
  ["the desk", /\bdesk\b/, /[Dd]esk phone|reception desk/],
  ["door, entry point", /\b[Dd]oors?\b|\b[Ee]ntry points?\b/, /door or reception desk/],
  ["screening, deciding", /\b(?:[Tt]o be decided|[Ss]creen(?:ed|ing)|[Dd]ecid(?:e|es|ed|ing))\b/, /decide what to do/],
  ["told, tell", /\b[Tt]old\b|\b[Tt]ells?\b/, /can't tell|can’t tell|tell the host|tell an administrator|Told about/],
  ["device (for kiosk)", /\b[Dd]evices?\b/, /[Tt]his device|\{\{device\}\}/],
  ["-body", /\b(?:[Ss]ome|[Ee]very|[Aa]ny|[Nn]o)body\b/],
  ["service, interface, program", /\b[Tt]he (?:service|interface)\b|\b[Pp]rograms?\b/],
  ["picture", /\b[Pp]ictures?\b/],
  ["counters", /\b[Cc]ounters?\b/],
  ["present = current; the one before", /\b[Pp]resent (?:password|key|version)\b|\bthe one before\b/],
  ["may = can", /\b[Mm]ay\b(?! (?:have|be|not have))/, /may not have arrived/],
  ["a link that has ended", /\b(?:has|have) ended\b|^Ended$|^Ends$/, /video has ended/],
  [
    "“{{name}} is removed”",
    /^\{\{\w+\}\} is (?:removed|saved|changed|paired|revoked|registered|discarded|declined|erased|logged out)\b/,
  ],
  ["please", /\b[Pp]lease\b(?! read and sign again)/],
  [
    "American English",
    /\b(?:[Ll]icense|[Zz]ip code|[Cc]olor|[Cc]enter|[Ss]tart over|\w*[Oo]rganiz\w*|[Rr]ecogniz\w*|[Mm]isspelled)\b/,
  ],
  ["space before %", /\}\} %/],
  ["set-up (noun: setup)", /\b[Ss]et-up\b/],
];

/** What pages do not say either: how they name buttons, rows and reasons. */
export const ODD_ON_PAGES: readonly Odd[] = [
  ["id for ID", /\bids?\b/],
  [
    "not contracted",
    /\b(?:[Cc]annot|(?:[Dd]o|[Dd]oes|[Dd]id|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Cc]ould|[Ss]hould|[Ww]ould|[Ww]ill|[Mm]ust) not|[Yy]ou are|[Ww]e will|I am)\b/,
    /not yet safe|not safe|Do not go back/,
  ],
  [
    "button with “the”",
    /^(?:Save|Remove|Replace|Print|Copy|Open|End|Start|Send|Upload|Change|Clear|Take|Discard|Revoke|Delete|Add|Create|Find|Pair|Invite) the\b/,
    /\{\{language\}\}|\?$|the selected|the host/,
  ],
  [
    "at once, meanwhile, by itself",
    /\bat once\b|\bmeanwhile\b|\bby (?:it|them)sel(?:f|ves)\b|\bof its own\b|\bone’s own\b/,
  ],
  ["reason after a colon", /: \{\{reason\}\}/, /CSV/],
  [
    "of-genitive",
    /\b(?:poster|badge|report|code|name|password|webhook|columns|rows|lists|secret|size|picture|address) of (?:the|your|an?|this|\{\{)/,
  ],
  ["choose (for rows)", /^Choose (?:all|\{\{name\}\})$|\bchosen$/],
  ["switch on/off", /\b[Ss]witch(?:ed|es)?(?: \w+)? (?:on|off)\b/],
  ["receiver, answered, every call", /\b[Rr]eceivers?\b|\bevery call\b|\banswered\b/, /receiver\.example/],
  ["“Give …” as an error", /^Give\b/, /^Give me 5 minutes$/],
  ["quarter of an hour, tries", /quarter of an hour|\btries\b/],
  ["straight quotes", /['"]/],
];

/** The names of the patterns that a text meets. */
export const oddIn = (text: string, patterns: readonly Odd[]): string[] =>
  patterns.filter(([, odd, allowed]) => odd.test(text) && allowed?.test(text) !== true).map(([name]) => name);
