import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SimpleKeyboard } from "simple-keyboard/build/index.modern.esm.js";

import { ownNameOf } from "../../../shared/languages.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./keys.module.css";
import { type Layouts, layoutsOf } from "./layouts.ts";
import { deleteBackward, fieldsIn, type TextControl, typeInto } from "./text-control.ts";

type Layer = keyof Layouts;
type Keyboard = InstanceType<typeof SimpleKeyboard>;

const ICONS = {
  "{shift}":
    '<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"><path d="M9 20v-8H5.5L12 4l6.5 8H15v8z"/></svg>',
  "{bksp}":
    '<svg viewBox="0 0 24 24" width="26" height="26" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"><path d="M20 6a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9l-6-6 6-6zM12 10l4 4m0-4-4 4"/></svg>',
};

const ACCENTS = "é ü ç";

/** Names begin with a capital. */
const layerFor = (field: TextControl | undefined): Layer =>
  field?.autocapitalize === "words" && field.value === "" ? "capitals" : "letters";

type FieldFocus = { kind: string; hasNext: boolean };

/** Follows the focus from field to field; one that leaves the fields for a button leaves the keyboard with the last one. */
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
      setFocused({ kind: now.dataset["kind"] ?? "text", hasNext: fields.indexOf(now) < fields.length - 1 });
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
    ...(layer === "capitals" ? [{ class: styles["on"] ?? "", buttons: "{shift}" }] : []),
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

/** Types into the field of the screen that has the focus. Keys of the hardware work beside it. */
export const Keyboard = ({ within }: { within: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const { timezone: timeZone } = door.location;
  const root = useRef<HTMLDivElement>(null);
  const board = useRef<Keyboard>(undefined);
  const press = useRef<(key: string) => void>(() => undefined);
  const [layer, setLayer] = useState<Layer>("letters");
  const { field, kind, hasNext } = useFocusedField(within, (now) => setLayer(layerFor(now)));
  useEffect(() => {
    press.current = (key) => {
      const { current } = field;
      const named = LAYERS[key];
      if (named !== undefined) return setLayer(named);
      if (key === "{shift}") return setLayer(layer === "capitals" ? "letters" : "capitals");
      if (current === undefined) return;
      current.focus({ preventScroll: true });
      if (key === "{next}") return fieldAfter(within.current, current)?.focus({ preventScroll: true });
      if (key === "{bksp}") return deleteBackward(current);
      typeInto(current, key === "{space}" ? " " : key);
      if (layer === "capitals") setLayer("letters");
    };
  });
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    const made = new SimpleKeyboard(current, {
      theme: `simple-keyboard ${styles["board"] ?? ""}`,
      useButtonTag: true,
      preventMouseDownDefault: true,
      disableCaretPositioning: true,
      onKeyPress: (key) => press.current(key),
    });
    board.current = made;
    return () => {
      board.current = undefined;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const layout = layoutsOf({ language, timeZone, isMail: kind === "email" });
    board.current?.setOptions(optionsOf({ layer, language, layout, hasNext }, t));
  }, [layer, language, timeZone, kind, hasNext, t]);
  return <div ref={root} className="simple-keyboard" />;
};

const fieldAfter = (screen: HTMLElement | null, field: TextControl): TextControl | undefined => {
  const fields = fieldsIn(screen);
  return fields[fields.indexOf(field) + 1];
};
