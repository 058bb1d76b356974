import { initialsOf } from "../../../../shared/text/initials.ts";
import { usePicture } from "../../../shared/use-picture.ts";
import styles from "./location-mark.module.css";

/** The logo of a location, or its first letter. Its name is beside it. */
export const LocationMark = ({
  location: { name, logo },
  size = 24,
}: {
  location: { name: string; logo?: string };
  size?: number;
}) => {
  const picture = usePicture(logo);
  return (
    <span className={styles.mark} style={{ width: size, height: size, fontSize: size / 2 }} aria-hidden="true">
      {picture.src === undefined ? initialsOf(name).slice(0, 1) : <img {...picture} alt="" />}
    </span>
  );
};
