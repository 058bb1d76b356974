import { initialsOf } from "../../../shared/text/initials.ts";
import { usePicture } from "../../shared/use-picture.ts";
import styles from "./location-logo.module.css";

/** The location: its logo, or its first letter, and its name. */
export const LocationLogo = ({
  location: { name, logo },
  small = false,
}: {
  location: { name: string; logo?: string | undefined };
  small?: boolean;
}) => {
  const picture = usePicture(logo);
  return (
    <span className={`${styles.mark} ${small ? styles.small : ""}`}>
      {picture.src === undefined ? (
        <span className={styles.letter} aria-hidden="true">
          {initialsOf(name).slice(0, 1)}
        </span>
      ) : (
        <img className={styles.logo} {...picture} alt="" />
      )}
      <span className={styles.name}>{name}</span>
    </span>
  );
};
