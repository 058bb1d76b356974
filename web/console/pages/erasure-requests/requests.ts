import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import type { ErasureRequest } from "../../data/lists/erasure-requests.ts";
import { deferWithUndo } from "../../actions/deferred-actions.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import { useLocationId } from "../../data/session/location.ts";

/** Whose request it is; some gave no name. */
export const nameOf = ({ first_name, last_name }: ErasureRequest): string =>
  [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ");

/** Erases who asked, and has everything read again that they were in. */
export const useErase = (): ((request: ErasureRequest) => Promise<void>) => {
  const location = useLocationId();
  return async ({ _id }) => {
    const params = { company_id: location, id: _id };
    await api.request("POST /companies/{company_id}/erasurerequests/{id}/confirm", { params });
    await invalidatePeople(location);
  };
};

/** Declines a request once the offer to take it back has passed: the visitor sees it from then on. */
export const useDecline = (): ((request: ErasureRequest) => void) => {
  const { t } = useTranslation("erasure-requests");
  const location = useLocationId();
  return (request) =>
    deferWithUndo({
      kind: "declined",
      location,
      ids: [request._id],
      offer: {
        kind: "declined",
        name: nameOf(request) || t("unnamedVisitor"),
        words: (name) => t("declined", { name }),
      },
      send: (id) =>
        api.request("POST /companies/{company_id}/erasurerequests/{id}/decline", {
          params: { company_id: location, id },
        }),
      failed: () => ({ words: t("notDeclined") }),
    });
};
