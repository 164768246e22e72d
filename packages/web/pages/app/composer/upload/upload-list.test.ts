import { describe, expect, it } from 'vitest';
import { changeUploads, documentName, readyFiles, type UploadChange, type UploadItem } from './uploads.ts';

const apply = (...changes: UploadChange[]) => changes.reduce<readonly UploadItem[]>(changeUploads, []);
const add = (key: string) => ({ type: 'add', key, name: `${key}.pdf`, size: 10 }) as const;
const accept = (key: string) => ({ type: 'accept', key, file: { fileId: `file-${key}` } }) as const;

describe('files that are uploaded', () => {
  it('are ready when all have arrived, in the order of the list', () => {
    const both = apply(add('a'), add('b'), accept('b'));
    expect(readyFiles(both)).toBeNull();
    const ready = [accept('a'), { type: 'move', key: 'b', by: -1 } as const].reduce<readonly UploadItem[]>(
      changeUploads,
      both,
    );
    expect(readyFiles(ready)?.map(({ fileId }) => fileId)).toEqual(['file-b', 'file-a']);
  });

  it('that were refused keep nobody from going on with the others', () => {
    const items = apply(add('a'), add('b'), accept('a'), { type: 'refuse', key: 'b', message: 'no' });
    expect(readyFiles(items)?.map(({ fileId }) => fileId)).toEqual(['file-a']);
    expect(readyFiles(changeUploads(items, { type: 'remove', key: 'a' }))).toBeNull();
  });

  it('are examined after they were sent', () => {
    const sent = apply(add('a'), { type: 'progress', key: 'a', share: 0.5 });
    expect(sent[0]?.state).toEqual({ kind: 'sending', share: 0.5 });
    expect(changeUploads(sent, { type: 'progress', key: 'a', share: 1 })[0]?.state.kind).toBe('checking');
  });

  it('name the document', () => {
    expect(['Lease 2026.pdf', '.pdf', 'a'.repeat(300)].map(documentName)).toEqual([
      'Lease 2026',
      '.pdf',
      'a'.repeat(255),
    ]);
  });
});
