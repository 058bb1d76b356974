import { IconArrowRight } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";

import styles from "./button.module.css";

type Props = Omit<ComponentProps<"button">, "className"> & { busy?: boolean; icon?: ReactNode };

const Plain = ({ busy = false, icon, children, onClick, look, ...rest }: Props & { look: string | undefined }) => (
  <button
    type="button"
    {...rest}
    data-main={look === styles.main || undefined}
    className={look}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {icon}
    <span>{children}</span>
  </button>
);

/** The one next step, within the thumb's reach. While it works its label remains. */
export const MainButton = ({ arrow = false, ...rest }: Props & { arrow?: boolean }) => (
  <Plain
    {...rest}
    {...(arrow && { icon: <IconArrowRight className={styles.arrow} size={22} stroke={1.9} aria-hidden="true" /> })}
    look={styles.main}
  />
);

/** Another thing to do: white, with an edge. */
export const SideButton = (props: Props) => <Plain {...props} look={styles.side} />;

/** A small thing to do within a panel. */
export const PanelButton = (props: Props) => <Plain {...props} look={styles.panel} />;

/** An irreversible action. */
export const EraseButton = (props: Props) => <Plain {...props} look={styles.erase} />;

/** A link within a sentence, or alone under a button. */
export const TextButton = (props: Props) => <Plain {...props} look={styles.text} />;

/** A link alone under a button. */
export const TextLink = ({ children, ...rest }: Omit<ComponentProps<"a">, "className">) => (
  <a {...rest} className={styles.text}>
    {children}
  </a>
);
