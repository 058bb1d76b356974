import { TextInput } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { hostNamed } from "../../../../shared/text/host-name.ts";
import { matches } from "../../../shared/text-matching.ts";
import { api } from "../../data/api/api.ts";
import { Options } from "../../components/form/options.tsx";
import { useCombobox } from "../../components/search/use-combobox.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import styles from "./host-field.module.css";

const MOST = 6;

const hostsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "list"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });

type HostFieldProps = {
  label: ReactNode;
  value: string;
  set: (name: string) => void;
  problem: string | undefined;
  help: string | undefined;
};

/**
 * The host, searched by any part of their name; other names are allowed, since reception knows better than the list.
 */
export const HostField = ({ label, value, set, problem, help }: HostFieldProps) => {
  const { t } = useTranslation("sign-in");
  const canRead = useCan("hosts.read");
  const { data = [] } = useQuery({ ...hostsQuery(useLocationId()), enabled: canRead });
  const [open, setOpen] = useState(false);
  const hits = open ? data.filter(({ cn }) => cn !== value && matches(cn, value)).slice(0, MOST) : [];
  const choose = (name: string | undefined): void => {
    if (name !== undefined) set(name);
    setOpen(false);
  };
  const keys = hits.map(({ _id }) => _id);
  const pick = useCombobox(keys, { first: -1, take: (index) => choose(hits[index]?.cn), close: () => setOpen(false) });
  const isUnknown = value.trim() !== "" && !open && data.length > 0 && hostNamed(data, value) === undefined;
  return (
    <div className={styles.place}>
      <TextInput
        name="recipient"
        label={label}
        value={value}
        error={problem}
        autoComplete="off"
        description={isUnknown ? t("unknownHost") : help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        onChange={(event) => {
          set(event.currentTarget.value);
          pick.reset();
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        {...pick.field}
      />
      <Options
        pick={pick}
        label={t("hosts")}
        items={hits}
        keyOf={({ _id }) => _id}
        take={({ cn }) => choose(cn)}
        renderItem={({ cn, telephoneNumber }) => (
          <>
            {cn}
            {telephoneNumber !== undefined && <span className={styles.desk}>{telephoneNumber}</span>}
          </>
        )}
      />
    </div>
  );
};
