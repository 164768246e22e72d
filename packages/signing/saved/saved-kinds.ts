import type { z } from 'zod';
import { draftState } from '../drafts/draft.ts';
import type { Immutable } from '../immutable.ts';
import { publicLinkState } from '../public-links/public-link.ts';
import { templateState } from '../templates/template.ts';

/** The stored shape of each kind of saved configuration. */
export const SAVED_SCHEMAS = { draft: draftState, link: publicLinkState, template: templateState } as const;

export type SavedKind = keyof typeof SAVED_SCHEMAS;

export type SavedStateOf<Kind extends SavedKind> = Immutable<z.infer<(typeof SAVED_SCHEMAS)[Kind]>>;
