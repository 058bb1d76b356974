import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

import styles from "./button.module.css";
import { KeyHint } from "./key-hint.tsx";

type Kind = "primary" | "line" | "quiet" | "danger" | "erase";

type Look = {
  /** At most one `primary` per screen; `danger` is red text, `erase` the red fill in a dialog. */
  kind?: Kind;
  /** 28 in rows, 34, 36 beside inputs, 48 during setup. */
  size?: "row" | "normal" | "input" | "setup";
  icon?: ReactNode;
  /** The key with the same effect, such as `N`. */
  hint?: string;
};

const classOf = ({ kind = "line", size = "normal" }: Look): string =>
  `${styles.button} ${styles[kind]} ${styles[size]}`;

type ButtonProps = Omit<ComponentProps<"button">, "className"> & Look & { busy?: boolean };

/** A button. While it works, its label remains and a second press does nothing. */
export const Button = ({ kind, size, icon, hint, busy = false, children, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classOf({ ...(kind && { kind }), ...(size && { size }) })}
    aria-busy={busy}
    onClick={busy ? undefined : onClick}
  >
    {icon}
    {children !== undefined && <span>{children}</span>}
    {hint !== undefined && <KeyHint>{hint}</KeyHint>}
  </button>
);

/** A link that looks like a button, to a page of the console. */
export const ButtonLink = ({
  kind,
  size,
  icon,
  hint,
  children,
  ...link
}: Omit<LinkProps, "children"> & Look & { children: ReactNode }) => (
  <Link {...link} className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
    {icon}
    <span>{children}</span>
    {hint !== undefined && <KeyHint>{hint}</KeyHint>}
  </Link>
);

type NewTabLinkProps = Look & {
  href: string;
  /** Its label becomes its name and tooltip if there is no room for it. */
  iconOnly?: boolean;
  children: string;
};

/** A link that looks like a button and opens another kind of page, such as the kiosk, in a new tab. */
export const NewTabLink = ({ kind, size, icon, href, iconOnly = false, children }: NewTabLinkProps) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className={iconOnly ? `${styles.icon} ${styles.line}` : classOf({ ...(kind && { kind }), ...(size && { size }) })}
    {...(iconOnly && { "aria-label": children, title: children })}
  >
    {icon}
    {!iconOnly && <span>{children}</span>}
  </a>
);

/** A button with only an icon, where there is no room for its label, which becomes its name and tooltip. */
export const IconButton = ({
  label,
  children,
  edged = false,
  ...rest
}: Omit<ComponentProps<"button">, "className"> & { label: string; edged?: boolean }) => (
  <button
    type="button"
    {...rest}
    className={`${styles.icon} ${edged ? styles.line : styles.quiet}`}
    aria-label={label}
    title={label}
  >
    {children}
  </button>
);
