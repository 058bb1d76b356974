import { IconCheck, IconMinus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { type Column, OnPhone, TwoLines } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { ListSearch } from "../../components/search/list-search.tsx";
import { LocationNames } from "../../components/layout/location-picker.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { Records } from "../../components/table/records.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { type User, usersQuery } from "../../data/session/user-list.ts";
import { useCan } from "../../data/session/session.ts";
import { LoginRules } from "./login-rules.tsx";
import { UserForm } from "./user-form.tsx";
import { nameOf } from "./users.ts";

const NEW = "new";
const RULES = "rules";

const FactorMark = ({ has }: { has: boolean }) => {
  const { t } = useTranslation("users");
  return has ? (
    <IconCheck size={16} stroke={1.8} role="img" aria-label={t("hasFactor")} />
  ) : (
    <IconMinus size={16} stroke={1.6} role="img" aria-label={t("hasNoFactor")} />
  );
};

const State = ({ active }: { active: boolean }) => {
  const { t } = useTranslation("users");
  return active ? (
    <StatusLabel kind="quiet">{t("active")}</StatusLabel>
  ) : (
    <StatusLabel kind="warning">{t("inactive")}</StatusLabel>
  );
};

const useColumns = (): readonly Column<User>[] => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(200px, 2fr)",
        cell: (user) => (
          <TwoLines
            lead={<Portrait person={{ ...user, first_name: user.first_name ?? user.email }} />}
            title={nameOf(user)}
            below={
              <>
                <OnPhone>
                  {user.active ? common(`role.${user.role}`) : t("mayNotLogIn")}
                  {nameOf(user) !== user.email && ", "}
                </OnPhone>
                <span>{nameOf(user) !== user.email && user.email}</span>
              </>
            }
          />
        ),
      },
      {
        key: "role",
        label: t("role"),
        width: "minmax(190px, 1fr)",
        drops: 1,
        cell: (user) => common(`role.${user.role}`),
      },
      {
        key: "locations",
        label: common("locations"),
        width: "minmax(130px, 1fr)",
        drops: 2,
        cell: (user) => (user.role === "global_admin" ? t("all") : <LocationNames ids={user.companies} />),
      },
      {
        key: "factor",
        label: t("secondFactor"),
        width: "140px",
        drops: 3,
        cell: (user) => <FactorMark has={user.second_factor === true} />,
      },
      {
        key: "state",
        label: t("state"),
        width: "140px",
        drops: 3,
        cell: (user) => <State active={user.active} />,
      },
    ],
    [t, common],
  );
};

const matches = (user: User, words: string): boolean =>
  `${nameOf(user)} ${user.email}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

/** The users, with their roles and locations. */
export const UsersPage = () => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  const { data } = useQuery(usersQuery);
  const [open, setOpen] = useAddressState("user");
  const [words, setWords] = useState("");
  const columns = useColumns();
  const shown = (data ?? []).filter((user) => matches(user, words));
  const user = data?.find(({ _id }) => _id === open);
  const close = (): void => setOpen(undefined);
  const isGlobal = useCan("service.manage");
  return (
    <PageLayout
      title={t("title")}
      note={data === undefined ? undefined : t("count", { count: data.length })}
      actions={
        <>
          {isGlobal && <Button onClick={() => setOpen(RULES)}>{t("rules")}</Button>}
          <Button kind={open === undefined ? "primary" : "line"} onClick={() => setOpen(NEW)}>
            {t("invite")}
          </Button>
        </>
      }
      panel={
        isGlobal && open === RULES ? (
          <LoginRules close={close} />
        ) : (
          (open === NEW || user !== undefined) && <UserForm key={open} user={user} close={close} />
        )
      }
    >
      <ListSearch label={t("search")} value={words} set={setWords} />
      <Records
        label={t("title")}
        columns={columns}
        rows={data === undefined ? undefined : shown}
        open={open}
        onOpen={setOpen}
        empty={
          <Empty
            title={common("nothingMatches")}
            action={<Button onClick={() => setWords("")}>{common("clearFilters")}</Button>}
          />
        }
      />
    </PageLayout>
  );
};
