import { createContext, type ReactNode, use } from "react";

/** The location, as far as a page shows it. */
export type LocationSummary = {
  name: string;
  timezone: string;
  default_language: string;
  address?: string;
  logo?: string;
  colour?: string;
};

/** The context of every page behind a link. */
export type PageContextValue = {
  token: string;
  /** Undefined while it is read, and for an expired link. */
  location: LocationSummary | undefined;
  /** For how many days data is kept; undefined: until it is erased. */
  days: number | undefined;
  languages: readonly string[];
  /** The visitor's language: one of these. */
  language: string;
  speak: (language: string) => void;
  /** The top of each page: the visit of the invitation. */
  card?: ReactNode;
};

/** Provided by visitor.tsx, and by each page once it knows its location. */
export const PageContext = createContext<PageContextValue | undefined>(undefined);

/** The context of this page. Errors: outside a page behind a link. */
export const usePageContext = (): PageContextValue => {
  const value = use(PageContext);
  if (value === undefined) throw new Error("usePageContext outside a visitor's page");
  return value;
};
