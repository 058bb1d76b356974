import { createContext, type ReactNode, use } from "react";

/** Who receives the visitor, as far as a page shows it. */
export type LocationSummary = {
  name: string;
  timezone: string;
  default_language: string;
  address?: string;
  logo?: string;
  colour?: string;
};

/** What every page behind a link knows. */
export type PageContextValue = {
  token: string;
  /** Unknown while it is read, and to a link that has ended. */
  location: LocationSummary | undefined;
  /** For how many days data is kept; undefined: until it is erased. */
  days: number | undefined;
  languages: readonly string[];
  /** The visitor's language: one of these. */
  language: string;
  speak: (language: string) => void;
  /** The top of each page: the visit that the visitor is invited to. */
  card?: ReactNode;
};

/** Provided by visitor.tsx, and by each page once it knows its location. */
export const PageContext = createContext<PageContextValue | undefined>(undefined);

/** What this page knows. Errors: outside a page behind a link. */
export const usePageContext = (): PageContextValue => {
  const place = use(PageContext);
  if (place === undefined) throw new Error("usePlace outside a visitor's page");
  return place;
};
