import { IconCamera, IconPhotoUp, IconUser } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { readPicture } from "../../visitor-flow/picture.ts";
import type { CameraState } from "../../shared/use-camera.ts";
import { SideButton } from "../components/button.tsx";
import styles from "./photo.module.css";

type PhotoProps = {
  photo: string | undefined;
  video: RefObject<HTMLVideoElement | null>;
  camera: CameraState;
  change: (photo: string | undefined) => void;
};

/** For a device without a camera: a picture from it. */
const Upload = ({ change }: { change: (photo: string) => void }) => {
  const { t } = useTranslation("visitor-flow");
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setWrong(false);
    try {
      change(await readPicture(file));
    } catch {
      setWrong(true);
    }
  };
  return (
    <div className={styles.upload}>
      <p role="status">{isWrong ? t("noPicture") : t("noCamera")}</p>
      <input
        ref={input}
        className={styles.file}
        type="file"
        accept="image/*"
        capture="user"
        tabIndex={-1}
        aria-label={t("upload")}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <SideButton
        icon={<IconPhotoUp size={26} stroke={1.7} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t("upload")}
      </SideButton>
    </div>
  );
};

/** The visitor in the arch: live, or as they were taken. */
export const Photo = ({ photo, video, camera, change }: PhotoProps) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <div className={styles.photo}>
      <div className={styles.arch}>
        {photo === undefined ? (
          <>
            <IconUser className={styles.nobody} size={96} stroke={1.2} aria-hidden="true" />
            <video
              ref={video}
              className={styles.live}
              muted
              playsInline
              hidden={camera !== "on"}
              aria-label={t("camera")}
            />
          </>
        ) : (
          <img src={photo} alt={t("yourPhoto")} />
        )}
      </div>
      {photo === undefined && camera === "absent" && <Upload change={change} />}
      {photo !== undefined && (
        <SideButton icon={<IconCamera size={26} stroke={1.7} aria-hidden="true" />} onClick={() => change(undefined)}>
          {t("retake")}
        </SideButton>
      )}
    </div>
  );
};
