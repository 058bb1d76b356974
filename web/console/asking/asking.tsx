import { lazy, Suspense } from "react";

import { useAsked } from "../asked.ts";
import { comesLater } from "../code.ts";

const Question = lazy(comesLater(async () => ({ default: (await import("./question.tsx")).Question })));

/** Where the question who it is stands; once beside the pages. It is seldom asked, so its code comes when it is. */
export const Asking = () => {
  const asked = useAsked();
  return <Suspense>{asked !== undefined && <Question asked={asked} />}</Suspense>;
};
