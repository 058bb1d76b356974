import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { accentVariables } from "../../../shared/colour.ts";
import { Button } from "../../components/button/button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import styles from "./general.module.css";
import type { LocationDraftState } from "./model.ts";
import { PictureField } from "./picture-field.tsx";

const COLOUR = /^#[0-9a-f]{6}$/i;

const LOGO_SIDE = 256;
const BACKGROUND_SIDE = 1600;

const Colour = ({ editing: { draft, set, problem } }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const { colour } = draft;
  const shown = accentVariables(colour)["--accent"] ?? "";
  const isDarker = COLOUR.test(colour) && shown !== colour.toLowerCase();
  return (
    <div>
      <div className={styles.colour}>
        <TextInput
          label={t("colour")}
          placeholder={accentVariables(undefined)["--accent"] ?? ""}
          value={colour}
          error={problemAt(problem, "colour")}
          leftSection={
            <input
              type="color"
              className={styles.well}
              aria-label={t("chooseColour")}
              value={COLOUR.test(colour) ? colour : shown}
              onChange={(event) => set({ colour: event.currentTarget.value })}
            />
          }
          onChange={(event) => set({ colour: event.currentTarget.value.trim() })}
        />
        <span className={styles.sample} style={accentVariables(colour)}>
          {t("sample")}
        </span>
        {colour !== "" && (
          <Button kind="quiet" size="input" onClick={() => set({ colour: "" })}>
            {t("ownColour")}
          </Button>
        )}
      </div>
      <p className={styles.help}>{isDarker ? t("darker") : t("colourHelp")}</p>
    </div>
  );
};

/** How the location looks at the door: logo, colour, and the picture behind the kiosk's first screen. */
export const Appearance = ({ editing }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const { draft, set, problem } = editing;
  return (
    <Section title={t("appearance")} help={t("appearanceHelp")}>
      <div className={styles.fields}>
        <PictureField
          label={t("logo")}
          help={t("logoHelp")}
          value={draft.logo}
          side={LOGO_SIDE}
          type="image/png"
          error={problemAt(problem, "logo")}
          onChange={(logo) => set({ logo })}
        />
        <Colour editing={editing} />
        <PictureField
          label={t("background")}
          help={t("backgroundHelp")}
          value={draft.kiosk_background}
          side={BACKGROUND_SIDE}
          type="image/jpeg"
          wide
          error={problemAt(problem, "kiosk_background")}
          onChange={(picture) => set({ kiosk_background: picture })}
        />
      </div>
    </Section>
  );
};
