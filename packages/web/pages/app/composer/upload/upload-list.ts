import type { AcceptedFile, Warning } from '../saving/composer-client.ts';

export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state:
    | { readonly kind: 'sending'; readonly share: number }
    /** Sent; the service examines it. */
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

/** In order; null while one is on its way, or without any. */
export function readyFiles(items: readonly UploadItem[]): readonly AcceptedFile[] | null {
  const files = items.flatMap(({ state }) => (state.kind === 'accepted' ? [state] : []));
  const isWaiting = items.some(({ state }) => state.kind === 'sending' || state.kind === 'checking');
  return isWaiting || files.length === 0 ? null : files;
}

/** Without `.pdf`. */
export function documentName(fileName: string): string {
  const name = fileName.replace(/\.pdf$/i, '').trim();
  return Array.from(name === '' ? fileName : name)
    .slice(0, 255)
    .join('');
}
