import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SimpleKeyboard } from "simple-keyboard/build/index.modern.esm.js";

import { ownNameOf } from "../../../shared/languages.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./keys.module.css";
import { HeldLetters } from "./held-letters.tsx";
import { isPad, type Layer, type Layouts, layoutsOf } from "./layouts.ts";
import { isMark } from "./letters.ts";
import {
  beginsWord,
  deleteBackward,
  fieldAfter,
  fieldsIn,
  type TextControl,
  typeInto,
  typeMark,
} from "./text-control.ts";
import { useHeldKey } from "./use-held-key.ts";

type Keyboard = InstanceType<typeof SimpleKeyboard>;

const ICONS = {
  "{shift}":
    '<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"><path d="M9 20v-8H5.5L12 4l6.5 8H15v8z"/></svg>',
  "{bksp}":
    '<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"><path d="M20 6a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9l-6-6 6-6zM12 10l4 4m0-4-4 4"/></svg>',
};

const ACCENTS = "é ü ç";

const kindOf = (field: TextControl): string => field.dataset["kind"] ?? "text";

/** Each part of a name begins with a capital; numbers have keys of their own. */
const layerFor = (field: TextControl): Layer =>
  isPad(kindOf(field)) ? "pad" : field.autocapitalize === "words" && beginsWord(field) ? "capitals" : "letters";

/** After a key: digits stay until a blank ends them, and an accent is one letter. */
const layerAfter = (layer: Layer, key: string, field: TextControl): Layer =>
  layer === "digits" && key !== "{space}" ? layer : layerFor(field);

const SHIFTED: Readonly<Partial<Record<Layer, Layer>>> = {
  capitals: "letters",
  accents: "accentCapitals",
  accentCapitals: "accents",
};

const isCapital = (layer: Layer): boolean => layer === "capitals" || layer === "accentCapitals";

type FieldFocus = { kind: string; hasNext: boolean };

/** Follows the focus from field to field; when it moves to a button, the keyboard remains with the last field. */
const useFocusedField = (within: RefObject<HTMLElement | null>, begin: (field: TextControl) => void) => {
  const field = useRef<TextControl>(undefined);
  const tell = useRef(begin);
  const [focused, setFocused] = useState<FieldFocus>({ kind: "text", hasNext: false });
  useEffect(() => {
    tell.current = begin;
  });
  useEffect(() => {
    const look = (): void => {
      const fields = fieldsIn(within.current);
      const now =
        fields.find((one) => one === document.activeElement) ??
        fields.find((one) => one === field.current) ??
        fields[0];
      if (now === undefined || now === field.current) return;
      field.current = now;
      setFocused({ kind: kindOf(now), hasNext: fields.indexOf(now) < fields.length - 1 });
      tell.current(now);
    };
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [within]);
  return { field, ...focused };
};

type KeyboardState = { layer: Layer; language: string; layout: Layouts; hasNext: boolean };

const optionsOf = ({ layer, language, layout, hasNext }: KeyboardState, t: (key: string) => string) => ({
  layout,
  layoutName: layer,
  display: {
    ...ICONS,
    "{digits}": "123",
    "{letters}": "abc",
    "{accents}": ACCENTS,
    "{space}": ownNameOf(language),
    "{next}": t("keyNext"),
  },
  buttonTheme: [
    { class: styles["special"] ?? "", buttons: "{shift} {bksp} {digits} {letters} {accents} {next}" },
    { class: styles["wide"] ?? "", buttons: "{shift} {bksp} {next}" },
    { class: styles["space"] ?? "", buttons: "{space}" },
    ...(hasNext ? [{ class: styles["ink"] ?? "", buttons: "{next}" }] : []),
    ...(isCapital(layer) ? [{ class: styles["on"] ?? "", buttons: "{shift}" }] : []),
  ],
  buttonAttributes: [
    // The field keeps the focus, and users of a hardware keyboard need not pass forty keys.
    { attribute: "tabindex", value: "-1", buttons: Object.values(layout).flat().join(" ") },
    { attribute: "aria-label", value: t("keyShift"), buttons: "{shift}" },
    { attribute: "aria-label", value: t("keyErase"), buttons: "{bksp}" },
    { attribute: "aria-label", value: `${t("keySpace")}, ${ownNameOf(language)}`, buttons: "{space}" },
    { attribute: "aria-label", value: `${ACCENTS}, ${t("keyAccents")}`, buttons: "{accents}" },
    ...(hasNext ? [] : [{ attribute: "disabled", value: "disabled", buttons: "{next}" }]),
  ],
});

const LAYERS: Readonly<Record<string, Layer>> = {
  "{digits}": "digits",
  "{letters}": "letters",
  "{accents}": "accents",
};

/** The board of keys, drawn once; what a key does is the caller's. */
const useBoard = (
  root: RefObject<HTMLDivElement | null>,
  press: RefObject<(key: string) => void>,
): RefObject<Keyboard | undefined> => {
  const board = useRef<Keyboard>(undefined);
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    const made = new SimpleKeyboard(current, {
      theme: `simple-keyboard ${styles["board"] ?? ""}`,
      useButtonTag: true,
      preventMouseDownDefault: true,
      disableCaretPositioning: true,
      disableButtonHold: true,
      onKeyPress: (key) => press.current(key),
    });
    board.current = made;
    return () => {
      board.current = undefined;
      made.destroy();
    };
  }, [root, press]);
  return board;
};

/** Types into the field of the screen that has the focus. Keys of the hardware work beside it. */
export const Keyboard = ({ within }: { within: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const { timezone: timeZone } = door.location;
  const around = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const press = useRef<(key: string) => void>(() => undefined);
  const [layer, setLayer] = useState<Layer>("letters");
  const { field, kind, hasNext } = useFocusedField(within, (now) => setLayer(layerFor(now)));
  const choose = (letter: string): void => {
    const { current } = field;
    if (current === undefined) return;
    // The key typed its own letter when it was pressed.
    deleteBackward(current);
    if (isMark(letter)) typeMark(current, letter);
    else typeInto(current, letter);
    setLayer(layerFor(current));
  };
  const held = useHeldKey(around, { erase: () => press.current("{bksp}"), choose });
  useEffect(() => {
    press.current = (key) => {
      const { current } = field;
      const named = LAYERS[key];
      if (named !== undefined) return setLayer(named === "accents" && isCapital(layer) ? "accentCapitals" : named);
      if (key === "{shift}") return setLayer(SHIFTED[layer] ?? "capitals");
      if (current === undefined) return;
      current.focus({ preventScroll: true });
      if (key === "{next}") return fieldAfter(within.current, current)?.focus({ preventScroll: true });
      if (key === "{bksp}") deleteBackward(current);
      else typeInto(current, key === "{space}" ? " " : key);
      setLayer(layerAfter(layer, key, current));
    };
  });
  const board = useBoard(root, press);
  useEffect(() => {
    const layout = layoutsOf({ language, timeZone, kind });
    board.current?.setOptions(optionsOf({ layer, language, layout, hasNext }, t));
  }, [board, layer, language, timeZone, kind, hasNext, t]);
  return (
    <div ref={around} className={styles.around} data-pad={layer === "pad" || undefined}>
      <div ref={root} className="simple-keyboard" />
      {held !== undefined && <HeldLetters held={held} />}
    </div>
  );
};
