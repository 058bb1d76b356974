import type { ReactNode } from "react";

import box from "../../components/form/box.module.css";
import styles from "./options.module.css";

/** One of a few answers. */
export type Option<Value extends string> = { value: Value; name: ReactNode; what?: ReactNode; tag?: ReactNode };

type OptionsProps<Value extends string> = {
  label: string;
  /** One of them, or any. */
  kind: "radio" | "checkbox";
  options: readonly Option<Value>[];
  chosen: readonly Value[];
  turn: (value: Value) => void;
};

/** Answers to choose from, each large enough for a thumb. */
export const Options = <Value extends string>({ label, kind, options, chosen, turn }: OptionsProps<Value>) => (
  <fieldset className={styles.options}>
    <legend className="hidden">{label}</legend>
    {options.map(({ value, name, what, tag }) => (
      <label key={value} className={styles.option}>
        <input
          type={kind}
          className={box.box}
          name={label}
          value={value}
          checked={chosen.includes(value)}
          onChange={() => turn(value)}
        />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          {what !== undefined && <span className={styles.what}>{what}</span>}
        </span>
        {tag !== undefined && <span className={styles.tag}>{tag}</span>}
      </label>
    ))}
  </fieldset>
);
