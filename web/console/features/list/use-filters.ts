import { useTranslation } from "react-i18next";

import { namesHaving } from "../../../../shared/fields.ts";
import { formatShortDay } from "../../../shared/format.ts";
import { useFieldLabel } from "../../components/form/field-label.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { type CustomField, useFields } from "../visit/queries.ts";
import type { ListDescription, ListFilter, Row } from "./description.ts";
import { answerFilter } from "./view.ts";

/** A possible value of a filter. */
export type Choice = { value: string; label: string };

/** A filter in words: its name, its kind, its choices, and its value. */
export type ShownFilter = {
  key: string;
  name: string;
  kind: ListFilter["kind"];
  choices: readonly Choice[];
  /** A text that is usually one of the hosts. */
  ofHosts: boolean;
  inWords: (value: string) => string;
};

const chosenIn = (choices: readonly Choice[], value: string): string =>
  value
    .split(",")
    .flatMap((part) => choices.find((choice) => choice.value === part)?.label ?? [])
    .join(", ");

const named = (list: readonly { _id: string; name: string }[]): readonly Choice[] =>
  list.map(({ _id, name }) => ({ value: _id, label: name }));

const useDays = (texts: string): ((value: string) => string) => {
  const { t } = useTranslation(texts);
  const writing = useFormatContext();
  const day = (date: string): string => formatShortDay(date, writing);
  return (value) => {
    const [from = "", to = ""] = value.split("..");
    if (!value.includes("..") || (from === "" && to === "")) return "";
    if (to === "") return t("span.since", { day: day(from) });
    return from === "" ? t("span.until", { day: day(to) }) : t("span.between", { from: day(from), to: day(to) });
  };
};

/** The filters that a list describes. */
const useOwnFilters = <Item extends Row>({ name, filters }: ListDescription<Item>): readonly ShownFilter[] => {
  const { t } = useTranslation(name);
  const records = { "visit-types": named(useVisitTypes()), "entry-points": named(useEntryPoints()), hosts: [] };
  const days = useDays(name);
  return filters.map((filter) => {
    const { key, kind, of = [] } = filter;
    const textOf = "textOf" in filter ? filter.textOf : (span: string): string => `span.${span}`;
    const choices = typeof of === "string" ? records[of] : of.map((value) => ({ value, label: t(textOf(value)) }));
    const free = { text: (value: string) => value, days, one: () => "", several: () => "" }[kind];
    const inWords = (value: string): string => chosenIn(choices, value) || free(value);
    return { key, name: t(`filter.${key}`), kind, choices, ofHosts: of === "hosts", inWords };
  });
};

type Question = Pick<CustomField, "field_name" | "label" | "type" | "options">;

/** The documented fields that are filtered like the answer to a question. */
const useDocumented = <Item extends Row>({ fields }: ListDescription<Item>): readonly Question[] => {
  const label = useFieldLabel();
  return namesHaving(fields, "filtered").map((name) => ({
    field_name: name,
    label: label(name),
    type: "text",
    options: [],
  }));
};

/** The filter of a question. */
const ofQuestion = ({ field_name, label, type, options }: Question, yes: string, no: string): ShownFilter => {
  const isChoice = type === "dropdown" || type === "radio";
  const answers: readonly Choice[] = isChoice ? options.map((value) => ({ value, label: value })) : [];
  const turned = [
    { value: "true", label: yes },
    { value: "false", label: no },
  ];
  const choices = type === "checkbox" ? turned : answers;
  return {
    key: answerFilter(field_name),
    name: label,
    kind: choices.length === 0 && !isChoice ? "text" : "one",
    choices,
    ofHosts: false,
    inWords: (value) => choices.find((choice) => choice.value === value)?.label ?? value,
  };
};

/** All filters of a list, in the order in which they are offered. */
export const useFilters = <Item extends Row>(list: ListDescription<Item>): readonly ShownFilter[] => {
  const { t } = useTranslation(list.name);
  const own = useOwnFilters(list);
  const asked = [...useDocumented(list), ...useFields()];
  const questions = list.answersMax === 0 ? [] : asked.map((field) => ofQuestion(field, t("yes"), t("no")));
  const all = [...own, ...questions];
  // Two visit types may ask the same question.
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index);
};
