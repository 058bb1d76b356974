import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Permission } from "../may.ts";
import { useMay } from "../session.ts";
import { Empty } from "./empty.tsx";

/** A page for those who may; the others came by an address that nothing here leads to (decisions 4). */
export const Only = ({ may, children }: { may: Permission; children: ReactNode }) => {
  const { t } = useTranslation();
  return useMay(may) ? children : <Empty title={t("notHere")} />;
};
