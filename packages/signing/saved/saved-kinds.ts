import type { z } from 'zod';
import { draftState } from '../drafts/draft.ts';
import type { Immutable } from '../immutable.ts';
import { publicLinkState } from '../public-links/public-link.ts';
import { defineStoredState, type StoredState } from '../stored-state/stored-state.ts';
import { templateState } from '../templates/template.ts';

const SAVED_SCHEMAS = { draft: draftState, link: publicLinkState, template: templateState } as const;

export type SavedKind = keyof typeof SAVED_SCHEMAS;

export type SavedStateOf<Kind extends SavedKind> = Immutable<z.infer<(typeof SAVED_SCHEMAS)[Kind]>>;

export function encodeSaved<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>) {
  return storedAs(kind).encode(state);
}

/** Throws `TypeError` for anything else. */
export function decodeSaved<Kind extends SavedKind>(kind: Kind, stored: unknown): SavedStateOf<Kind> {
  return storedAs(kind).decode(stored);
}

/** With a version, so that later releases can upgrade it. */
function storedAs<Kind extends SavedKind>(kind: Kind): StoredState<SavedStateOf<Kind>> {
  // Its type is that of its schema.
  const schema = SAVED_SCHEMAS[kind] as unknown as z.ZodType<SavedStateOf<Kind>>;
  return defineStoredState(kind, schema, []);
}
