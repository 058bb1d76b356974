import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

import styles from "./button.module.css";
import { KeyHint } from "./key-hint.tsx";

type Kind = "primary" | "line" | "quiet" | "danger" | "erase";

type Look = {
  /** One `primary` on a screen; `danger` is red text, `erase` the red fill inside a dialog. */
  kind?: Kind;
  /** 28 in rows, 34, 36 beside inputs, 48 in the set-up. */
  size?: "row" | "normal" | "input" | "setup";
  icon?: ReactNode;
  /** The key that does the same, such as `N`. */
  hint?: string;
};

const classOf = ({ kind = "line", size = "normal" }: Look): string =>
  `${styles.button} ${styles[kind]} ${styles[size]}`;

type ButtonProps = Omit<ComponentProps<"button">, "className"> & Look & { busy?: boolean };

/** A button. While it works its words stay and a second press does nothing. */
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

/** What looks like a button and leads to a page of the console. */
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
  /** Its word is its name and tooltip, where there is no room for it. */
  iconOnly?: boolean;
  children: string;
};

/** What looks like a button and opens a page of another kind, such as the kiosk, beside this one. */
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

/** A button that shows an icon only, where there is no room for its word: that is its name and tooltip. */
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
