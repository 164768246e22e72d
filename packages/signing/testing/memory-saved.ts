import type { SavedStore } from '../ports/database.ts';
import {
  decodeSaved,
  encodeSaved,
  neededFile,
  type SavedKind,
  type SavedState,
  type SavedStateOf,
  statusOf,
} from '../saved/saved-records.ts';
import type { MemoryTables } from './memory-database.ts';

const keyOf = (kind: SavedKind, id: string) => `${kind} ${id}`;

export function isSaved(tables: () => MemoryTables, fileId: string, kind?: SavedKind): boolean {
  const file = tables().files.find((one) => one.fileId === fileId);
  return [...tables().saved].some(
    ([key, state]) =>
      neededFile(state) === fileId && state.accountId === file?.accountId && key.startsWith(kind ?? ''),
  );
}

export function memorySaved(tables: () => MemoryTables): SavedStore {
  const read = <Kind extends SavedKind>(kind: Kind, state: SavedState) =>
    decodeSaved(kind, encodeSaved(kind, structuredClone(state) as SavedStateOf<Kind>));
  const all = <Kind extends SavedKind>(kind: Kind): SavedStateOf<Kind>[] =>
    [...tables().saved].filter(([key]) => key.startsWith(`${kind} `)).map(([, state]) => read(kind, state));
  const find = async <Kind extends SavedKind>(kind: Kind, id: string) => {
    const state = tables().saved.get(keyOf(kind, id));
    return state === undefined ? null : read(kind, state);
  };
  return {
    insert: async (kind, state) => {
      if (tables().saved.has(keyOf(kind, state.id))) throw new Error(`${kind} exists`);
      tables().saved.set(keyOf(kind, state.id), structuredClone(state));
    },
    update: async (kind, state) => {
      if (!tables().saved.has(keyOf(kind, state.id))) throw new Error(`no such ${kind}`);
      tables().saved.set(keyOf(kind, state.id), structuredClone(state));
    },
    removeSentDrafts: async (documentId) => {
      for (const draft of all('draft')) {
        if (draft.documentId === documentId) tables().saved.delete(keyOf('draft', draft.id));
      }
    },
    remove: async (kind, id) => void tables().saved.delete(keyOf(kind, id)),
    find,
    lock: find,
    findByToken: async (kind, tokenHash) =>
      all(kind).find((one: SavedState) => one.tokenHash === tokenHash) ?? null,
    usesFile: async (fileId, kind) => isSaved(tables, fileId, kind),
    list: async (kind, { accountId, userId, ownerId, limit, offset }) =>
      all(kind)
        .filter((one) => one.accountId === accountId && (ownerId ?? one.userId) === one.userId)
        .filter((one) => one.userId === userId || one.configuration.sharingSetting === 'shared')
        .sort(
          (first, second) =>
            second.createdAt.getTime() - first.createdAt.getTime() || (second.id < first.id ? -1 : 1),
        )
        .slice(offset, offset + limit),
    countOpenDrafts: async ({ accountId, userId }, now) =>
      all('draft')
        .filter((one) => one.accountId === accountId && statusOf(one, now) === 'draft')
        .filter((one) => one.userId === userId || one.configuration.sharingSetting === 'shared').length,
    listExpired: async (kind, now, limit) =>
      all(kind)
        .flatMap(({ id, expiresAt }) => (expiresAt !== null && expiresAt <= now ? [{ id, expiresAt }] : []))
        .sort((first, second) => first.expiresAt.getTime() - second.expiresAt.getTime())
        .slice(0, limit)
        .map(({ id }) => id),
  };
}
