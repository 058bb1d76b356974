import { useState } from "react";
import { useTranslation } from "react-i18next";

import { VISIT_TYPE_TEMPLATES, type VisitTypeTemplate } from "../../../../shared/visit-type-templates.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { useLocation } from "../../data/session/location.ts";
import { entryPointNamesQuery } from "../../data/lists/entry-points.ts";
import { visitTypesQuery } from "../../data/lists/visit-types.ts";
import { loadTemplates, loadTextsIn } from "../../features/visit-types/templates.ts";
import { Form, Frame } from "./frame.tsx";
import { Options } from "./options.tsx";
import { useStep } from "./use-step.ts";

/** Creates the visit types and the entry point; those that exist from an earlier attempt are not created again. */
const create = async (
  company_id: string,
  templates: readonly VisitTypeTemplate[],
  languages: readonly string[],
): Promise<void> => {
  const params = { company_id };
  const [visitTypeOf, text, entryPoints, types] = await Promise.all([
    loadTemplates(languages),
    loadTextsIn("setup", languages),
    queryClient.fetchQuery({ ...entryPointNamesQuery(company_id, "en"), staleTime: 0 }),
    queryClient.fetchQuery({ ...visitTypesQuery(company_id, "en"), staleTime: 0 }),
  ]);
  const known = new Set(types.map(({ name }) => name));
  const visitTypes = templates.map((template, index) => visitTypeOf(template, index));
  if (entryPoints.length === 0) {
    const name = text("mainEntrance");
    const body = { name: name["en"] ?? "", translations: { name } };
    await api.request("POST /companies/{company_id}/entrypoints", { params, body });
  }
  for (const body of visitTypes.filter(({ name }) => !known.has(name)))
    await api.request("POST /companies/{company_id}/visittypes", { params, body });
  await Promise.all(
    ["entry-points", "visit-types"].map((kind) => queryClient.invalidateQueries({ queryKey: [company_id, kind] })),
  );
};

/** The purposes of visits: one or more templates, which can be changed afterwards. */
export const Types = () => {
  const { t } = useTranslation(["setup", "visit-types"]);
  const location = useLocation();
  const [chosen, setChosen] = useState<readonly VisitTypeTemplate[]>(["visitor"]);
  const { busy, problem, run } = useStep("door");
  const turn = (template: VisitTypeTemplate): void =>
    setChosen(VISIT_TYPE_TEMPLATES.filter((one) => chosen.includes(one) !== (one === template)));
  return (
    <Frame part="types" title={t("whyCome")} help={t("whyComeHelp")}>
      <Form
        action={t("continue")}
        busy={busy}
        problem={chosen.length === 0 ? t("chooseOne") : problem}
        submit={() => chosen.length > 0 && run(() => create(location._id, chosen, location.languages))}
        beside={t("minutesLeft", { count: 2 })}
      >
        <Options
          label={t("whyCome")}
          kind="checkbox"
          options={VISIT_TYPE_TEMPLATES.map((value) => ({
            value,
            name: t(`visit-types:template.${value}.name`),
            what: t(`visit-types:template.${value}.what`),
          }))}
          chosen={chosen}
          turn={turn}
        />
      </Form>
    </Frame>
  );
};
