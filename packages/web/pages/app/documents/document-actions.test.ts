import type { ListedDocumentBody } from '@countersign/api/bodies';
import { describe, expect, it } from 'vitest';
import { WebError } from '../../../errors.ts';
import type { PageApi } from '../../requests/page-api.ts';
import { runOnAll } from './document-actions.ts';

const documents = Array.from(
  { length: 11 },
  (_, index): ListedDocumentBody => ({
    documentId: String(index),
    name: `Document ${index}`,
    createdAt: '2026-11-23T10:00:00.000Z',
    status: 'completed',
    userId: 'user-1',
  }),
);

const NEVER = new AbortController().signal;

describe('an action on many documents', () => {
  it('works on a few at once, says how far it is, and names those that failed in their order', async () => {
    let [running, most] = [0, 0];
    const removed: string[] = [];
    const api = {
      async delete(path: string) {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (path.endsWith('/7') || path.endsWith('/2')) throw new WebError('request_refused', path);
        removed.push(path);
      },
    } as unknown as PageApi;
    const progress: number[] = [];
    const outcome = await runOnAll(api, 'delete', documents, (finished) => progress.push(finished), NEVER);
    expect(most).toBe(4);
    expect(progress).toEqual(documents.map((_, index) => index + 1));
    expect(new Set(removed).size).toBe(9);
    expect(outcome.done).toBe(9);
    expect(outcome.failed.map(({ document }) => document.name)).toEqual(['Document 2', 'Document 7']);
  });

  it('finishes what it has begun when it is stopped, and names what is left', async () => {
    const stop = new AbortController();
    const removed: string[] = [];
    const api = { delete: async (path: string) => void removed.push(path) } as unknown as PageApi;
    const stopAtTwo = (finished: number) => finished === 2 && stop.abort();
    const outcome = await runOnAll(api, 'delete', documents, stopAtTwo, stop.signal);
    expect(removed.length).toBe(outcome.done);
    expect(outcome.done).toBeGreaterThanOrEqual(2);
    expect(outcome.done).toBeLessThan(documents.length);
    expect(outcome.left).toEqual(documents.slice(outcome.done));
  });
});
