import { useQuery } from "@tanstack/react-query";

import { useLocationId } from "../location.ts";
import { useMay } from "../session.ts";
import { insideCountQuery, outboxFailuresQuery } from "../counts.ts";
import styles from "./badges.module.css";

const InsideCount = () => {
  const { data } = useQuery(insideCountQuery(useLocationId()));
  return data === undefined ? null : <span className={styles.count}>{data}</span>;
};

const Failures = () => {
  const { data = 0 } = useQuery(outboxFailuresQuery(useLocationId()));
  return data === 0 ? null : <span className={styles.failures}>{data}</span>;
};

/** The number beside a page's name: who is inside, what did not go out. */
export const Badge = ({ page }: { page: string }) => {
  const manages = useMay("location.manage");
  if (page === "inside") return <InsideCount />;
  return page === "outbox" && manages ? <Failures /> : null;
};
