import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { type ColumnMapping, toRecords, type ImportField } from "../../components/table/column-names.ts";
import type { Table } from "../../components/import/csv.ts";

/** A row of a directory's file as the service takes it. */
export type HostRow = { cn?: string; mail?: string; mobile?: string; telephoneNumber?: string };
/** A row with what keeps it from being taken. */
export type CheckedRow = { row: HostRow; problem: "name" | "mail" | undefined };

/** What a column may become, as directories call it. */
export const useImportFields = (): readonly ImportField[] => {
  const { t } = useTranslation("hosts");
  return [
    {
      key: "cn",
      label: t("field.cn"),
      names: [
        "name",
        "full name",
        "display name",
        "host",
        "naam",
        "volledige naam",
        "contactpersoon",
        "nom",
        "nom complet",
        "nom et prénom",
        "prénom et nom",
        "vollständiger name",
        "anzeigename",
        "ansprechperson",
      ],
    },
    { key: "first", label: t("field.first"), names: ["first name", "given name", "voornaam", "prénom", "vorname"] },
    {
      key: "last",
      label: t("field.last"),
      names: ["last name", "surname", "sn", "achternaam", "nom de famille", "nachname"],
    },
    {
      key: "mail",
      label: t("field.mail"),
      names: [
        "email",
        "e-mail",
        "email address",
        "user principal name",
        "e-mailadres",
        "courriel",
        "adresse e-mail",
        "e-mail-adresse",
      ],
    },
    {
      key: "telephoneNumber",
      label: t("field.telephoneNumber"),
      names: ["phone", "telephone", "desk", "extension", "telefoon", "téléphone", "telefon", "durchwahl"],
    },
    {
      key: "mobile",
      label: t("field.mobile"),
      names: ["mobile phone", "cell", "gsm", "mobiel", "portable", "handy", "mobil"],
    },
  ];
};

// An address that the service refuses would make it refuse the whole file: obviously invalid ones are found here.

/** The rows of a file with what is wrong with each; given and family names make the full one. */
export const checkRows = (table: Table, matching: ColumnMapping): CheckedRow[] =>
  toRecords(table, matching).map(({ first, last, cn, ...rest }) => {
    const name = cn ?? [first, last].filter((part) => part !== undefined).join(" ");
    const row: HostRow = { ...(name === "" ? {} : { cn: name }), ...rest };
    if (row.cn === undefined) return { row, problem: "name" };
    return { row, problem: row.mail !== undefined && !isEmailAddress(row.mail) ? "mail" : undefined };
  });
