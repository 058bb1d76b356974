import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const Eye = ({ reveal }: { reveal: boolean }) =>
  reveal ? (
    <IconEyeOff size={18} stroke={1.6} aria-hidden="true" />
  ) : (
    <IconEye size={18} stroke={1.6} aria-hidden="true" />
  );

/** A password with a button that shows it, which the keyboard reaches too. */
export const PasswordField = (props: PasswordInputProps) => {
  const { t } = useTranslation();
  const { error = false } = props;
  const hasError = error !== false && error !== "" && error !== null;
  return (
    <PasswordInput
      {...props}
      aria-invalid={hasError || undefined}
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0, c: "var(--text2)" }}
    />
  );
};
