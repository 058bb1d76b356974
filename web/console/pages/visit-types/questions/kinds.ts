import {
  IconAddressBook,
  IconAlignLeft,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconCursorText,
  IconHash,
  IconListCheck,
  IconMail,
  IconMailbox,
  IconMapPin,
  IconPhone,
  type TablerIcon,
} from "@tabler/icons-react";

import type { QuestionKind, Question } from "../model.ts";

/** The kinds of question in the order in which they are offered; the text's key is `kind.<kind>`. */
export const KINDS: readonly QuestionKind[] = [
  "text",
  "textarea",
  "dropdown",
  "radio",
  "checkbox",
  "number",
  "date",
  "phone",
  "email",
];

const BY_KIND: Record<QuestionKind, TablerIcon> = {
  text: IconCursorText,
  textarea: IconAlignLeft,
  dropdown: IconListCheck,
  radio: IconCircleDot,
  checkbox: IconCheckbox,
  number: IconHash,
  date: IconCalendar,
  phone: IconPhone,
  email: IconMail,
};

const BY_NAME: Record<string, TablerIcon> = {
  company: IconBuilding,
  recipient: IconAddressBook,
  address: IconMapPin,
  zip_code: IconMailbox,
  city: IconBuildingCommunity,
};

/** The icon of a kind of question. */
export const kindIcon = (kind: QuestionKind): TablerIcon => BY_KIND[kind];

/** The icon of a question. */
export const questionIcon = ({ key, kind }: Question): TablerIcon => BY_NAME[key] ?? BY_KIND[kind];

/** The name of a question's kind in the list: `kind.<this>`. A box with choices allows several answers. */
export const kindName = ({ key, kind, choices }: Question): string => {
  if (key === "recipient") return "host";
  return kind === "checkbox" && choices.length > 0 ? "several" : kind;
};
