import { loadAppText } from '@countersign/i18n/app';
import { defineText } from '../parts/define-text.tsx';

/** Each section has its own. */
export const { TextProvider: AppTextProvider, useText: useAppText } = defineText(loadAppText);
