import { IconPhoto, IconUpload } from "@tabler/icons-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { downscaleImage } from "../../components/photo/downscale-image.ts";
import { usePicture } from "../../../shared/use-picture.ts";
import styles from "./general.module.css";

type PictureFieldProps = {
  label: string;
  help: string;
  /** A `data:` URL or Base64; empty: none. */
  value: string;
  onChange: (value: string) => void;
  /** Most pixels of its longer side. */
  side: number;
  type: "image/png" | "image/jpeg";
  wide?: boolean;
  error?: string | undefined;
};

/** A picture: it is made small in the browser before it is saved. */
export const PictureField = ({ label, help, value, onChange, side, type, wide = false, error }: PictureFieldProps) => {
  const { t } = useTranslation("general");
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = currentTarget.files?.[0];
    currentTarget.value = "";
    if (file === undefined) return;
    try {
      onChange(await downscaleImage(file, side, type));
      setProblem("");
    } catch {
      setProblem(t("noPicture"));
    }
  };
  const picture = usePicture(value);
  const wrong = problem || error || (value !== "" && picture.src === undefined ? t("notDrawn") : "");
  return (
    <div role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <div className={styles.picture}>
        <span className={styles.frame} data-wide={wide || undefined}>
          {picture.src === undefined ? (
            <IconPhoto size={20} stroke={1.5} aria-hidden="true" />
          ) : (
            <img {...picture} alt="" />
          )}
        </span>
        <input
          ref={field}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={(event) => void choose(event)}
        />
        <Button
          icon={<IconUpload />}
          aria-label={t(value === "" ? "uploadOf" : "replaceOf", { label })}
          onClick={() => field.current?.click()}
        >
          {value === "" ? t("upload") : t("replace")}
        </Button>
        {value !== "" && (
          <Button kind="danger" aria-label={t("removeOf", { label })} onClick={() => onChange("")}>
            {t("console:remove")}
          </Button>
        )}
      </div>
      <p className={styles.help} data-wrong={wrong ? true : undefined} role={wrong ? "alert" : undefined}>
        {wrong || help}
      </p>
    </div>
  );
};
