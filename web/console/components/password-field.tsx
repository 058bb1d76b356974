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
  return (
    <PasswordInput
      {...props}
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0, c: "var(--text2)" }}
    />
  );
};
