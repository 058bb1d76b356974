import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../components/button.tsx";
import { SkeletonRows } from "../components/skeleton.tsx";
import { useLocationId } from "../location.ts";
import { useKeys } from "../shell/keys.ts";
import styles from "./visit-panel.module.css";
import { VisitSheet } from "./visit-sheet.tsx";

type VisitPanelProps = {
  id: string;
  close: () => void;
  /** To the rows before and after it in the list that it stands beside; absent at its ends. */
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
};

const Bar = ({ id, close, previous, next }: VisitPanelProps) => {
  const { t } = useTranslation("visit");
  const navigate = useNavigate();
  const location = useLocationId();
  const open = () => void navigate({ to: "/at/$location/visits/$visit", params: { location, visit: id } });
  return (
    <div className={styles.bar}>
      <IconButton label={t("previous")} disabled={previous === undefined} onClick={previous}>
        <IconChevronUp />
      </IconButton>
      <IconButton label={t("next")} disabled={next === undefined} onClick={next}>
        <IconChevronDown />
      </IconButton>
      <span className={styles.space} />
      <IconButton label={t("whole")} onClick={open}>
        <IconArrowsMaximize />
      </IconButton>
      <IconButton label={t("close")} onClick={close}>
        <IconX />
      </IconButton>
    </div>
  );
};

const Panel = (props: VisitPanelProps) => {
  const { id, close, previous, next } = props;
  const { t } = useTranslation("visit");
  const keys = useMemo(() => {
    const go = (way: (() => void) | undefined) => () => way?.();
    return { escape: close, arrowup: go(previous), k: go(previous), arrowdown: go(next), j: go(next) };
  }, [close, previous, next]);
  useKeys(keys);
  return (
    <section className={styles.panel} aria-label={t("title")}>
      <Bar {...props} />
      <VisitSheet key={id} id={id} gone={close} />
    </section>
  );
};

/** One visit beside the list it stands in: who it is, what can be done, what is known. Its texts are loaded with it. */
export const VisitPanel = (props: VisitPanelProps) => {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t("loading")} />}>
      <Panel {...props} />
    </Suspense>
  );
};
