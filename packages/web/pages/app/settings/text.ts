import { loadSettingsText } from '@countersign/i18n/settings';
import { defineText } from '../../parts/define-text.tsx';

export const { TextProvider: SettingsTextProvider, useText: useSettingsText } = defineText(loadSettingsText);
