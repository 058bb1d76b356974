import { initialsOf } from "../../shared/format.ts";
import type { LocationSummary } from "../lib/page-context.ts";
import styles from "./location-logo.module.css";

/** A picture may be kept as a data: URL or as bare Base64. */
export const imageSource = (image: string): string =>
  /^(data:|\/|blob:)/.test(image) ? image : `data:image/png;base64,${image}`;

/** The location: its logo, or its first letter, and its name. */
export const LocationLogo = ({ location: { name, logo } }: { location: Pick<LocationSummary, "name" | "logo"> }) => (
  <span className={styles.mark}>
    {logo === undefined ? (
      <span className={styles.letter} aria-hidden="true">
        {initialsOf(name).slice(0, 1)}
      </span>
    ) : (
      <img className={styles.logo} src={imageSource(logo)} alt="" />
    )}
    <span className={styles.name}>{name}</span>
  </span>
);
