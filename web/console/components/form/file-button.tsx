import { IconUpload } from "@tabler/icons-react";
import { type ChangeEvent, useRef } from "react";

import { Button } from "../button/button.tsx";

type FileButtonProps = {
  /** What the button says, and what readers hear. */
  children: string;
  label: string;
  /** Media type or ending of the files. */
  accept: string;
  /** Of the file, where each language has its own. */
  language?: string;
  take: (file: File) => void;
};

/** A button that opens a file. */
export const FileButton = ({ children, label, accept, language, take }: FileButtonProps) => {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    currentTarget.value = "";
    if (file !== undefined) take(file);
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        data-language={language}
        aria-label={label}
        onChange={choose}
      />
      <Button size="row" icon={<IconUpload />} aria-label={label} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  );
};
