import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { locationsQuery } from "../../data/session/location.ts";

type LocationPickerProps = {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
  description?: string;
  disabled?: boolean;
};

/** Selects among the user's locations. */
export const LocationPicker = ({ value, onChange, error, description, disabled = false }: LocationPickerProps) => {
  const { t } = useTranslation();
  const { data = [] } = useQuery(locationsQuery);
  const known = new Set(data.map(({ _id }) => _id));
  return (
    <MultiSelect
      label={t("locations")}
      data={data.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value.filter((id) => known.has(id))}
      onChange={onChange}
      searchable
      disabled={disabled}
      error={error}
      {...(description === undefined ? {} : { description })}
    />
  );
};

/** "Harbour House" or "3 locations". */
export const LocationNames = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation();
  const { data = [] } = useQuery(locationsQuery);
  const names = ids.map((id) => data.find(({ _id }) => _id === id)?.name).filter((name) => name !== undefined);
  return <>{names.length === 1 ? names[0] : t("locationCount", { count: ids.length })}</>;
};
