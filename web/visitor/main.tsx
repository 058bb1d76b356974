import "../shared/theme/fonts.css";
import "../shared/theme/tokens.css";
import "../shared/theme/base.css";
import "./theme.css";

import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";

import { languageOf, startTexts } from "../shared/texts.ts";
import { Visitor } from "./visitor.tsx";

const catalogues = import.meta.glob("../../texts/*/{visitor,visitor-flow,zones}.json");

const root = document.getElementById("foyer");
if (root === null) throw new Error("The page has no place for the visitor's page");

await startTexts(["visitor", "visitor-flow", "zones"], catalogues, languageOf(navigator.languages) ?? "en");
createRoot(root).render(
  <StrictMode>
    <Suspense>
      <Visitor />
    </Suspense>
  </StrictMode>,
);
