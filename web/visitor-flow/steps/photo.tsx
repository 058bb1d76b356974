import { IconCamera, IconPhotoUp, IconUser } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { pictureSource } from "../../../shared/stored-picture.ts";
import { type CameraState, useCamera } from "../../shared/use-camera.ts";
import { captureFrame, readPicture } from "../picture.ts";
import { typeOf } from "../steps.ts";
import { useFace } from "./face.ts";
import styles from "./photo.module.css";
import { frameOf, Next, type StepPropsOf } from "./step.tsx";

/** For a device without a camera: a picture from it. */
const Upload = ({ change }: { change: (photo: string) => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { SideButton, bySize } = useFace();
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
        className="hidden"
        type="file"
        accept="image/*"
        capture={bySize("user", undefined)}
        tabIndex={-1}
        aria-label={t("upload")}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <SideButton
        icon={<IconPhotoUp size={bySize(26, 22)} stroke={1.7} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t("upload")}
      </SideButton>
    </div>
  );
};

type ArchProps = {
  photo: string | undefined;
  video: RefObject<HTMLVideoElement | null>;
  camera: CameraState;
};

/** The visitor in the arch: live, or as they were taken. */
const PhotoArch = ({ photo, video, camera }: ArchProps) => {
  const { t } = useTranslation("visitor-flow");
  const { bySize } = useFace();
  return (
    <div className={styles.arch}>
      {photo === undefined ? (
        <>
          <IconUser className={styles.placeholder} size={bySize(96, 72)} stroke={1.2} aria-hidden="true" />
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
        <img src={pictureSource(photo)} alt={t("yourPhoto")} />
      )}
    </div>
  );
};

/** A photo for the badge: taken here, or chosen where there is no camera. */
export const PhotoStep = (props: StepPropsOf<"photo">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, MainButton, SideButton, FieldError, door, isLarge } = useFace();
  const { flow } = props;
  const { photo } = flow.draft;
  const { video, state: camera } = useCamera(photo === undefined);
  const take = (): void => {
    const { current } = video;
    if (current !== null) flow.set({ photo: captureFrame(current) });
  };
  const mayTake = photo === undefined && camera === "on";
  const maySkip = mayTake && typeOf(door, flow.draft)?.photo === "optional";
  const retake = photo !== undefined && (
    <SideButton
      icon={isLarge && <IconCamera size={26} stroke={1.7} aria-hidden="true" />}
      onClick={() => flow.set({ photo: undefined })}
    >
      {t("retake")}
    </SideButton>
  );
  const wrong = <FieldError id="photo-wrong" problem={flow.problems["photo"]} />;
  return (
    <Frame
      {...frameOf(props)}
      isFull={!isLarge}
      title={t("title.photo")}
      hint={isLarge || mayTake ? t("hint.photo") : undefined}
      search={isLarge && wrong}
      main={
        mayTake ? (
          <MainButton arrow={false} onClick={take}>
            {t("take")}
          </MainButton>
        ) : (
          <Next {...props} />
        )
      }
      side={
        <>
          {maySkip && <SideButton onClick={() => props.next()}>{t("noPhoto")}</SideButton>}
          {!isLarge && retake}
        </>
      }
    >
      <div className={styles.photo}>
        <PhotoArch {...{ photo, video, camera }} />
        {photo === undefined && camera === "absent" && <Upload change={(next) => flow.set({ photo: next })} />}
        {isLarge && retake}
      </div>
      {!isLarge && wrong}
    </Frame>
  );
};
