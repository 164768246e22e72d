import { ASSISTANT_LANGUAGES } from '@countersign/assistant/languages';
import { CheckField, SelectField } from '../../../parts/field.tsx';
import { usePageLanguage } from '../../../parts/language.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import type { AssistantSetting } from '../draft.ts';
import { useComposerContext } from '../use-composer.ts';

interface AssistantSettingProps {
  readonly problem: string | undefined;
}

/** [D11-01] Offered with the capability; a draft that has the assistant without it can still be freed of it. */
export function AssistantSettings({ problem }: AssistantSettingProps) {
  const text = useComposerText();
  const { draft, change, capabilities } = useComposerContext();
  const { language } = usePageLanguage();
  const { aiAssistant } = draft;
  const isEnabled = aiAssistant?.enabled === true;
  if (capabilities.aiAssistant !== true && !isEnabled) return null;
  const edit = (changed: Partial<AssistantSetting>): void =>
    change((before) => ({
      ...before,
      aiAssistant: {
        enabled: true,
        textToSpeech: false,
        language: before.language,
        ...before.aiAssistant,
        ...changed,
      },
    }));
  return (
    <fieldset class="composer-assistant form">
      <legend>{text('assistant')}</legend>
      <CheckField
        label={text('assistantEnabled')}
        isChecked={isEnabled}
        onChange={(enabled) => edit({ enabled })}
      />
      <p class="field-hint">{text('assistantHint')}</p>
      {isEnabled && (
        <>
          <SelectField
            label={text('assistantLanguage')}
            hint={text('assistantLanguageHint')}
            value={aiAssistant.language}
            choices={languageChoices(language)}
            onValue={(value) => {
              const chosen = ASSISTANT_LANGUAGES.find((one) => one === value);
              if (chosen !== undefined) edit({ language: chosen });
            }}
          />
          <CheckField
            label={text('assistantAloud')}
            isChecked={aiAssistant.textToSpeech}
            onChange={(textToSpeech) => edit({ textToSpeech })}
          />
        </>
      )}
      {problem !== undefined && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Sorts by the names in the language of the page. */
function languageChoices(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return ASSISTANT_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, language),
  );
}
