import { IconPhotoUp, IconUser } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { readPicture } from "../../visitor-flow/picture.ts";
import type { CameraState } from "../../shared/use-camera.ts";
import { SideButton } from "../components/button.tsx";
import { imageSource } from "../components/location-logo.tsx";
import styles from "./photo.module.css";

/** A picture from the phone, taken or chosen, where the page has no camera. */
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
    <>
      <p className={styles.words} role="status">
        {isWrong ? t("noPicture") : t("noCamera")}
      </p>
      <input
        ref={input}
        className="hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t("upload")}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <SideButton
        icon={<IconPhotoUp size={22} stroke={1.7} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t("upload")}
      </SideButton>
    </>
  );
};

type PhotoProps = {
  photo: string | undefined;
  video: RefObject<HTMLVideoElement | null>;
  camera: CameraState;
  change: (photo: string) => void;
};

/** The visitor in the arch: live, or as they were taken. */
export const Photo = ({ photo, video, camera, change }: PhotoProps) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <div className={styles.photo}>
      <div className={styles.arch}>
        {photo === undefined ? (
          <>
            <IconUser className={styles.nobody} size={72} stroke={1.2} aria-hidden="true" />
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
          <img src={imageSource(photo)} alt={t("yourPhoto")} />
        )}
      </div>
      {photo === undefined && camera === "absent" && <Upload change={change} />}
    </div>
  );
};
