import { loadEnterText } from '@countersign/i18n/enter';
import { defineText } from '../parts/define-text.tsx';

export const { TextProvider: EnterTextProvider, useText: useEnterText } = defineText(loadEnterText);
