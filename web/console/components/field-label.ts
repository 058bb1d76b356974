import { useTranslation } from "react-i18next";

/** What a documented field is called: in forms, panels, columns and filters alike. */
export const useFieldLabel = (): ((name: string) => string) => {
  const { t } = useTranslation();
  return (name) => t(`field.${name}`);
};
