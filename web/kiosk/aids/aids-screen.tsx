import { useTranslation } from "react-i18next";

import { MainButton } from "../components/button.tsx";
import { Option, OptionList } from "../components/choices.tsx";
import { Screen } from "../components/screen.tsx";
import type { Aids } from "../lib/aids.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { useHasVoice } from "../lib/speech.ts";

const AIDS: readonly (keyof Aids)[] = ["isRead", "isLarge", "hasContrast", "isLow"];

/** What a visitor may turn on for themselves; a device without a voice for the language does not offer to read. */
export const AidsScreen = ({ back }: { back: () => void }) => {
  const { t } = useTranslation();
  const { aids, setAids, language } = useKioskContext();
  const hasVoice = useHasVoice(language);
  return (
    <Screen
      name="aids"
      title={t("aids.title")}
      hint={t("aids.hint")}
      back={back}
      action={<MainButton onClick={back}>{t("identify.go")}</MainButton>}
    >
      <OptionList label={t("aids.title")} isMany>
        {AIDS.filter((name) => name !== "isRead" || hasVoice).map((name) => (
          <Option
            key={name}
            text={t(`aids.${name}`)}
            isOn={aids[name]}
            isMany
            press={() => setAids({ ...aids, [name]: !aids[name] })}
          />
        ))}
      </OptionList>
    </Screen>
  );
};
