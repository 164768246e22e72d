import { loadComposerText } from '@countersign/i18n/composer';
import { defineText } from '../../parts/define-text.tsx';

export const { TextProvider: ComposerTextProvider, useText: useComposerText } = defineText(loadComposerText);
