import { IconArrowRight } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";

import styles from "./button.module.css";

type Props = Omit<ComponentProps<"button">, "className"> & { busy?: boolean };

/** The one next step: bottom right, always at the same place. While it works its label remains. */
export const MainButton = ({ busy = false, children, arrow = true, ...rest }: Props & { arrow?: boolean }) => (
  <button
    type="button"
    {...rest}
    data-main
    className={styles.main}
    aria-busy={busy}
    onClick={busy ? undefined : rest.onClick}
  >
    <span>{children}</span>
    {arrow && <IconArrowRight size={22} stroke={2} aria-hidden="true" />}
  </button>
);

/** Another way to go on: white, with an edge. */
export const SideButton = ({ icon, children, ...rest }: Props & { icon?: ReactNode }) => (
  <button type="button" {...rest} className={styles.side}>
    {icon}
    <span>{children}</span>
  </button>
);

/** A small thing to do within a panel. */
export const PanelButton = ({ icon, children, ...rest }: Props & { icon?: ReactNode }) => (
  <button type="button" {...rest} className={styles.panel}>
    {icon}
    <span>{children}</span>
  </button>
);

/** A link within a sentence. */
export const TextButton = (props: Props) => <button type="button" {...props} className={styles.text} />;
