import { initialsOf } from "../../shared/format.ts";
import type { PlaceLocation } from "../place.ts";
import styles from "./mark.module.css";

/** A picture may be kept as a data: URL or as bare Base64. */
export const imageOf = (image: string): string =>
  /^(data:|\/|blob:)/.test(image) ? image : `data:image/png;base64,${image}`;

/** The location: its logo, or its first letter, and its name. */
export const Mark = ({ location: { name, logo } }: { location: Pick<PlaceLocation, "name" | "logo"> }) => (
  <span className={styles.mark}>
    {logo === undefined ? (
      <span className={styles.letter} aria-hidden="true">
        {initialsOf(name).slice(0, 1)}
      </span>
    ) : (
      <img className={styles.logo} src={imageOf(logo)} alt="" />
    )}
    <span className={styles.name}>{name}</span>
  </span>
);
