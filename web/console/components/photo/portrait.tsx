import { useState } from "react";

import { visitorInitials } from "../../../../shared/text/initials.ts";
import { useIsLive } from "../../data/live/connection.ts";
import { usePhoto } from "./use-photo.ts";
import styles from "./portrait.module.css";

type Size = "small" | "row" | "phone" | "exception" | "panel" | "large";
type Person = { first_name?: string | undefined; last_name?: string | undefined; company?: string | undefined };

type PortraitProps = {
  person: Person;
  /** The visit whose photo is shown; without one, initials. */
  visitId?: string;
  /** 32x36 in rows, 40x46 on phones, 44x50 in exceptions, 84x100 in panels, 172x206. */
  size?: Size;
};

/** A photo in the shape of an arch, or the initials. Its name is beside it, so screen readers skip it. */
export const Portrait = ({ person, visitId, size = "row" }: PortraitProps) => {
  const photo = usePhoto(visitId);
  // Offline, a list that is drawn again can't reload photos: initials say more than a broken picture. Back online, it
  // can.
  const attempt = `${photo} ${String(useIsLive())}`;
  const [failed, setFailed] = useState<string>();
  return (
    <span className={`${styles.arch} ${styles[size]}`} aria-hidden="true">
      {photo === undefined || attempt === failed ? (
        visitorInitials(person)
      ) : (
        <img src={photo} alt="" loading="lazy" onError={() => setFailed(attempt)} />
      )}
    </span>
  );
};
