import { useState } from "react";

import { initialsOf } from "../../shared/format.ts";
import { useIsLive } from "../data/connection.ts";
import { usePhoto } from "./use-photo.ts";
import styles from "./portrait.module.css";

type Size = "small" | "row" | "phone" | "exception" | "panel" | "large";
type Person = { first_name?: string | undefined; last_name?: string | undefined };

type PortraitProps = {
  person: Person;
  /** The visit whose photo is shown; absent: initials. */
  visitId?: string;
  /** 32x36 in rows, 40x46 on phones, 44x50 in exceptions, 84x100 in panels, 172x206. */
  size?: Size;
};

/** A face in the arch, or the initials. It is beside the name, so readers need not hear of it. */
export const Portrait = ({ person, visitId, size = "row" }: PortraitProps) => {
  const photo = usePhoto(visitId);
  // Without network a list that is drawn anew cannot read them again: initials say more than a broken picture. Back again it can.
  const attempt = `${photo} ${String(useIsLive())}`;
  const [failed, setFailed] = useState<string>();
  return (
    <span className={`${styles.arch} ${styles[size]}`} aria-hidden="true">
      {photo === undefined || attempt === failed ? (
        initialsOf(person.first_name, person.last_name)
      ) : (
        <img src={photo} alt="" loading="lazy" onError={() => setFailed(attempt)} />
      )}
    </span>
  );
};
