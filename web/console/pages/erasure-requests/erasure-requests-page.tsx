import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";
import { Button, ButtonLink } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { RecordList, RecordRow } from "../../components/table/record-row.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { type ErasureRequest, useErasureRequests } from "../../data/lists/erasure-requests.ts";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import styles from "./erasure-requests.module.css";
import { nameOf, useDecline, useErase } from "./requests.ts";

type RequestProps = { request: ErasureRequest };

/** Asks before a visitor is erased, and counts what is erased with them. */
const Erase = ({ request, opened, close }: RequestProps & { opened: boolean; close: () => void }) => {
  const { t } = useTranslation("erasure-requests");
  const erase = useErase();
  const { visits, subject } = request;
  const name = nameOf(request) || t("unnamedVisitor");
  const isPerson = subject === "registered_visitor";
  const withVisits = visits === 0 ? t("erasePerson") : t("erasePersonVisits", { count: visits });
  const lost = visits === 0 ? t("lostRecord") : t("lostPerson", { count: visits });
  return (
    <Confirm
      opened={opened}
      close={close}
      title={t("eraseTitle", { name })}
      action={isPerson ? withVisits : t("eraseVisits", { count: visits })}
      run={async () => {
        await erase(request);
        showToast({ words: t("erased", { name }) });
      }}
    >
      {isPerson ? lost : t("lostVisits", { count: visits })} {t("countersStay")}
    </Confirm>
  );
};

const Below = ({ request: { create_date, visits } }: RequestProps) => {
  const { t } = useTranslation("erasure-requests");
  const writing = useFormatContext();
  const at = new Date(create_date);
  const words = t("asked", { day: formatShortDay(at, writing), time: formatTime(at, writing) });
  return visits === 0 ? words : `${words} · ${t("visits", { count: visits })}`;
};

/** The link to the visitor who asks. */
const linkOf = (location: string, { subject, subject_id }: ErasureRequest) =>
  subject === "visit"
    ? ({ to: "/at/$location/visits/$visit", params: { location, visit: subject_id } } as const)
    : ({ to: "/at/$location/registered-visitors", params: { location }, search: { visitor: subject_id } } as const);

const isDeclined = ({ state }: ErasureRequest): boolean => state === "declined";

type RowProps = RequestProps & { decline: (request: ErasureRequest) => void };

const Row = ({ request, decline }: RowProps) => {
  const { t } = useTranslation("erasure-requests");
  const location = useLocationId();
  const [asks, setAsks] = useState(false);
  const { inside } = request;
  const declined = isDeclined(request);
  return (
    <>
      <RecordRow
        icon={<Portrait person={request} {...(request.subject === "visit" && { visitId: request.subject_id })} />}
        title={nameOf(request) || t("unnamedVisitor")}
        note={inside && <StatusLabel kind="inside">{t("inside")}</StatusLabel>}
        below={<Below request={request} />}
        link={linkOf(location, request)}
        quiet={declined}
        end={
          <>
            {declined && <StatusLabel kind="quiet">{t("isDeclined")}</StatusLabel>}
            {!declined && (
              <Button kind="quiet" size="row" onClick={() => decline(request)}>
                {t("decline")}
              </Button>
            )}
            {inside ? (
              <ButtonLink size="row" to="/at/$location/inside" params={{ location }}>
                {t("signOutFirst")}
              </ButtonLink>
            ) : (
              <Button kind="danger" size="row" onClick={() => setAsks(true)}>
                {t("erase")}
              </Button>
            )}
          </>
        }
      />
      <Erase request={request} opened={asks} close={() => setAsks(false)} />
    </>
  );
};

const Rows = ({ requests }: { requests: readonly ErasureRequest[] }) => {
  const { t } = useTranslation("erasure-requests");
  const decline = useDecline();
  // What is pending comes above what was answered.
  const ordered = requests.toSorted((a, b) => Number(isDeclined(a)) - Number(isDeclined(b)));
  if (requests.length === 0) return <Empty title={t("emptyTitle")}>{t("emptyHint")}</Empty>;
  return (
    <>
      <p className={styles.help}>{t("help")}</p>
      <RecordList>
        {ordered.map((request) => (
          <Row key={request._id} request={request} decline={decline} />
        ))}
      </RecordList>
    </>
  );
};

/** Visitors who ask for what is stored about them to be erased: confirmed or declined here. */
export const ErasureRequestsPage = () => {
  const { t } = useTranslation("erasure-requests");
  const { requests, pending, error, refetch } = useErasureRequests();
  return (
    <PageLayout title={t("title")} note={pending === 0 ? undefined : t("count", { count: pending })}>
      {requests === undefined ? (
        <LoadingState label={t("title")} error={error} retry={refetch} />
      ) : (
        <Rows requests={requests} />
      )}
    </PageLayout>
  );
};
