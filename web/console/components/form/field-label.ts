import { useTranslation } from "react-i18next";

/** The label of a documented field: the same in forms, panels, columns and filters. */
export const useFieldLabel = (): ((name: string) => string) => {
  const { t } = useTranslation();
  return (name) => t(`field.${name}`);
};
