import { IconCamera, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCamera } from "../../../shared/use-camera.ts";
import { Button } from "../../components/button/button.tsx";
import styles from "./photo-field.module.css";
import { readPicture, snap } from "./picture.ts";

type PhotoFieldProps = { photo: string | undefined; set: (photo: string | undefined) => void };

const Camera = ({ take, leave }: { take: (photo: string) => void; leave: () => void }) => {
  const { t } = useTranslation("sign-in");
  const { video, state } = useCamera();
  return (
    <>
      <div className={styles.arch}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera says nothing */}
        <video ref={video} muted playsInline aria-label={t("camera")} className={styles.picture} />
      </div>
      <div className={styles.actions}>
        {state === "absent" ? (
          <p className={styles.help}>{t("noCamera")}</p>
        ) : (
          <Button
            disabled={state !== "on"}
            icon={<IconCamera aria-hidden="true" />}
            onClick={() => video.current !== null && take(snap(video.current))}
          >
            {t("snap")}
          </Button>
        )}
        <Button kind="quiet" onClick={leave}>
          {t("console:cancel")}
        </Button>
      </div>
    </>
  );
};

const Sources = ({ photo, set, start }: PhotoFieldProps & { start: () => void }) => {
  const { t } = useTranslation("sign-in");
  const file = useRef<HTMLInputElement>(null);
  const [isBroken, setBroken] = useState(false);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const picture = await readPicture(chosen);
    setBroken(picture === undefined);
    if (picture !== undefined) set(picture);
  };
  return (
    <>
      <div className={styles.arch}>
        {photo === undefined ? (
          <IconCamera size={26} stroke={1.4} aria-hidden="true" />
        ) : (
          <img src={photo} alt={t("photo")} className={styles.picture} />
        )}
      </div>
      <div className={styles.actions}>
        <Button icon={<IconCamera aria-hidden="true" />} onClick={start}>
          {photo === undefined ? t("takePhoto") : t("retake")}
        </Button>
        <Button kind="quiet" icon={<IconUpload aria-hidden="true" />} onClick={() => file.current?.click()}>
          {t("upload")}
        </Button>
        {photo !== undefined && (
          <Button kind="quiet" onClick={() => set(undefined)}>
            {t("console:remove")}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          hidden
          aria-label={t("upload")}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
        {isBroken && (
          <p className={styles.broken} role="alert">
            {t("noPicture")}
          </p>
        )}
      </div>
    </>
  );
};

/** A photo by camera or from a file; downscaled before it is sent. */
export const PhotoField = ({ photo, set }: PhotoFieldProps) => {
  const { t } = useTranslation("sign-in");
  const [camera, setCamera] = useState(false);
  const take = (picture: string): void => {
    set(picture);
    setCamera(false);
  };
  return (
    <div className={styles.field} role="group" aria-label={t("photo")}>
      {camera ? (
        <Camera take={take} leave={() => setCamera(false)} />
      ) : (
        <Sources photo={photo} set={set} start={() => setCamera(true)} />
      )}
    </div>
  );
};
