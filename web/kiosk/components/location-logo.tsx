import { initialsOf } from "../../shared/format.ts";
import styles from "./location-logo.module.css";

/** A logo may be kept as a data: URL or as bare Base64. */
export const imageSource = (image: string): string =>
  /^(data:|\/)/.test(image) ? image : `data:image/png;base64,${image}`;

/** The location: its logo, or its first letter, and its name. */
export const LocationLogo = ({
  location: { name, logo },
  small = false,
}: {
  location: { name: string; logo?: string | undefined };
  small?: boolean;
}) => (
  <span className={`${styles.mark} ${small ? styles.small : ""}`}>
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

/** A face, or what stands for it, in the arch. */
export const Arch = ({ name, children }: { name?: string; children?: React.ReactNode }) => (
  <span className={styles.arch} aria-hidden="true">
    {children || initialsOf(name)}
  </span>
);
