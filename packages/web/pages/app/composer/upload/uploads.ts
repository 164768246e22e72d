import { toVisibleLine } from '@countersign/base/text';
import { toMegabytes } from '@countersign/signing/limits';
import { useCallback, useReducer } from 'preact/hooks';
import { failureMessage } from '../../../parts/failure-notice.tsx';
import { useLabels } from '../../../parts/language.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import type { AcceptedFile, ComposerClient, Warning } from '../saving/item-store.ts';

/** Removes the parts from the service. */
export async function joinFiles(
  client: ComposerClient,
  files: readonly AcceptedFile[],
  name: string,
): Promise<AcceptedFile> {
  const [first] = files;
  if (first === undefined) throw new TypeError('no file');
  if (files.length === 1) return first;
  const merged = await client.merge(
    files.map(({ fileId }) => fileId),
    name,
  );
  // Retention removes the files that remain.
  await Promise.allSettled(files.map(({ fileId }) => client.removeFile(fileId)));
  const warnings = [...files.flatMap((file) => file.warnings ?? []), ...(merged.warnings ?? [])];
  return { fileId: merged.fileId, warnings };
}

export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state:
    | { readonly kind: 'sending'; readonly share: number }
    /** The file is sent, and the service examines it. */
    | { readonly kind: 'checking' }
    | { readonly kind: 'accepted'; readonly fileId: string; readonly warnings: readonly Warning[] }
    | { readonly kind: 'refused'; readonly message: string };
}

export type UploadChange =
  | { readonly type: 'add'; readonly key: string; readonly name: string; readonly size: number }
  | { readonly type: 'progress'; readonly key: string; readonly share: number }
  | { readonly type: 'accept'; readonly key: string; readonly file: AcceptedFile }
  | { readonly type: 'refuse'; readonly key: string; readonly message: string }
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'move'; readonly key: string; readonly by: 1 | -1 };

export function changeUploads(items: readonly UploadItem[], change: UploadChange): readonly UploadItem[] {
  const replace = (state: UploadItem['state']) =>
    items.map((item) => (item.key === change.key ? { ...item, state } : item));
  switch (change.type) {
    case 'add':
      return [...items, { ...pick(change), state: { kind: 'sending', share: 0 } }];
    case 'progress':
      return replace(change.share < 1 ? { kind: 'sending', share: change.share } : { kind: 'checking' });
    case 'accept':
      return replace({
        kind: 'accepted',
        fileId: change.file.fileId,
        warnings: change.file.warnings ?? [],
      });
    case 'refuse':
      return replace({ kind: 'refused', message: change.message });
    case 'remove':
      return items.filter(({ key }) => key !== change.key);
    case 'move':
      return moveItem(items, change.key, change.by);
  }
}

function pick({ key, name, size }: Extract<UploadChange, { type: 'add' }>) {
  return { key, name, size };
}

function moveItem(items: readonly UploadItem[], key: string, by: 1 | -1): readonly UploadItem[] {
  const from = items.findIndex((item) => item.key === key);
  const [moved, other] = [items[from], items[from + by]];
  if (moved === undefined || other === undefined) return items;
  const next = [...items];
  next[from] = other;
  next[from + by] = moved;
  return next;
}

/** Returns the files in order, and null while one is on its way, or without any. */
export function readyFiles(items: readonly UploadItem[]): readonly AcceptedFile[] | null {
  const files = items.flatMap(({ state }) => (state.kind === 'accepted' ? [state] : []));
  const isWaiting = items.some(({ state }) => state.kind === 'sending' || state.kind === 'checking');
  return isWaiting || files.length === 0 ? null : files;
}

/** Removes `.pdf`. */
export function documentName(fileName: string): string {
  const name = fileName.replace(/\.pdf$/i, '').trim();
  return Array.from(name === '' ? fileName : name)
    .slice(0, 255)
    .join('');
}

/** Files are uploaded one after another. */
export function useUploads(client: ComposerClient, maxBytes: number) {
  const text = useComposerText();
  const label = useLabels();
  const [items, dispatch] = useReducer(changeUploads, [] as readonly UploadItem[]);
  const add = useCallback(
    async (files: readonly File[]) => {
      // The service refuses hidden characters, and a person can neither see nor remove them.
      const keyed = files.map((file) => ({
        file,
        key: crypto.randomUUID(),
        name: toVisibleLine(file.name),
      }));
      for (const { key, file, name } of keyed) dispatch({ type: 'add', key, name, size: file.size });
      for (const { key, file, name } of keyed) {
        if (file.size > maxBytes) {
          const message = text('fileTooLarge', { megabytes: toMegabytes(maxBytes) });
          dispatch({ type: 'refuse', key, message });
          continue;
        }
        try {
          const accepted = await client.upload(file, name, (share) =>
            dispatch({ type: 'progress', key, share }),
          );
          dispatch({ type: 'accept', key, file: accepted });
        } catch (error) {
          dispatch({ type: 'refuse', key, message: failureMessage(error, label) });
        }
      }
    },
    [client, maxBytes, text, label],
  );
  return { items, dispatch, add };
}

export type Uploads = ReturnType<typeof useUploads>;
