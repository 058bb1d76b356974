import { Autocomplete, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { asksName } from "../../../../shared/asks-name.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { showSignedIn } from "../../actions/visit-actions.tsx";
import { type FormProblem, problemAt, problemOf } from "../../components/edits/use-draft.ts";
import { sortByIndex } from "../../components/order/ordered-records.ts";
import { entryPointsQuery } from "../../features/entry-points/queries.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import { useLocationId } from "../../data/session/location.ts";
import { outboxHealthQuery } from "../../data/lists/status-queries.ts";
import { type VisitType, visitTypesQuery } from "../../data/lists/visit-types.ts";
import styles from "./first-visit.module.css";
import { Form, Frame } from "./frame.tsx";

/** The first visit type that asks for a name, which the visitor of this form has. */
const typeOf = (types: readonly VisitType[]): VisitType | undefined =>
  types.find(({ fields }) => asksName(fields.filter(({ visible }) => visible)));

/** That visit type, and the first entry point. Errors: they can't be read */
const useDefaults = () => {
  const location = useLocationId();
  const { i18n } = useTranslation();
  const [types, entryPoints] = [visitTypesQuery(location, i18n.language), entryPointsQuery(location)];
  // Read while the name is typed.
  useQuery(types);
  useQuery(entryPoints);
  return async () => {
    const [known, all] = await Promise.all([queryClient.fetchQuery(types), queryClient.fetchQuery(entryPoints)]);
    return { type: typeOf(known), entryPoint: sortByIndex(all)[0] };
  };
};

type Fields = { first_name: string; last_name: string; recipient: string };

const useSignIn = () => {
  const { t } = useTranslation("setup");
  const navigate = useNavigate();
  const location = useLocationId();
  const readDefaults = useDefaults();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | undefined>();
  const signIn = async (fields: Fields): Promise<void> => {
    if (`${fields.first_name}${fields.last_name}`.trim() === "")
      return setProblem({ field: "first_name", words: t("whoIsIt") });
    setBusy(true);
    setProblem(undefined);
    try {
      const { type, entryPoint } = await readDefaults();
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
      const visit = await api.request("POST /visitors", {
        body: {
          company_id: location,
          ...given,
          ...(type === undefined ? {} : { visit_type: type._id }),
          ...(entryPoint === undefined ? {} : { entrypoint_id: entryPoint._id }),
        },
      });
      await invalidatePeople(location);
      await navigate({ to: "/at/$location/reception", params: { location } });
      void showSignedIn([visit]);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { signIn, busy, problem, clear: () => setProblem(undefined) };
};

const useHostNames = (): string[] => {
  const location = useLocationId();
  const { data = [] } = useQuery({
    queryKey: [location, "hosts", "first"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });
  return [...new Set(data.map(({ cn }) => cn))];
};

/** The first visit: it appears at reception immediately, and its host is notified. */
export const FirstVisit = () => {
  const { t } = useTranslation("setup");
  const location = useLocationId();
  const [fields, setFields] = useState<Fields>({ first_name: "", last_name: "", recipient: "" });
  const { data: health } = useQuery(outboxHealthQuery(location));
  const { signIn, busy, problem, clear } = useSignIn();
  const set = (part: Partial<Fields>): void => {
    setFields((before) => ({ ...before, ...part }));
    clear();
  };
  return (
    <Frame part="visit" title={t("firstVisit")} help={t("firstVisitHelp")}>
      <Form
        action={t("signIn")}
        busy={busy}
        problem={problem?.field === "first_name" ? undefined : problem?.words}
        submit={() => void signIn(fields)}
        beside={
          <Link to="/at/$location/reception" params={{ location }} className={styles.skip}>
            {t("toReception")}
          </Link>
        }
      >
        <div className={styles.names}>
          <TextInput
            label={t("firstName")}
            autoComplete="off"
            autoFocus
            value={fields.first_name}
            error={problemAt(problem, "first_name")}
            onChange={(event) => set({ first_name: event.currentTarget.value })}
          />
          <TextInput
            label={t("lastName")}
            autoComplete="off"
            value={fields.last_name}
            onChange={(event) => set({ last_name: event.currentTarget.value })}
          />
        </div>
        <Autocomplete
          label={t("host")}
          description={t(health?.mail_configured === false ? "hostHelpNoMail" : "hostHelp")}
          size="md"
          limit={6}
          data={useHostNames()}
          value={fields.recipient}
          onChange={(recipient) => set({ recipient })}
        />
      </Form>
    </Frame>
  );
};
