import type { Language } from '@countersign/signing';
import type { settings as english } from './en/settings.ts';
import { loadText, type SentenceFiles, type Text } from './load-text.ts';

export type SettingsKey = keyof typeof english;
export type SettingsSentences = Readonly<Record<SettingsKey, string>>;

export type SettingsText = Text<SettingsKey>;

const FILES: SentenceFiles<SettingsKey> = {
  en: async () => (await import('./en/settings.ts')).settings,
  sv: async () => (await import('./sv/settings.ts')).settings,
  es: async () => (await import('./es/settings.ts')).settings,
};

export function loadSettingsText(language: Language): Promise<SettingsText> {
  return loadText(FILES, language);
}
