import type { DocumentBody, ListedDocumentBody, RecipientBody } from '@countersign/api/bodies';
import type { PageApi } from '../../requests/page-api.ts';
import { signeesInTurn } from './model.tsx';

interface ReminderAnswer {
  readonly remindersSentTo: readonly { readonly signeeId: string }[];
  readonly remindersNotSentTo: readonly { readonly signeeId: string; readonly message: string }[];
}

/** Rejects with the sentence about the limit [8-02]. */
export function remind(
  api: PageApi,
  documentId: string,
  signeeIds: readonly string[],
): Promise<ReminderAnswer> {
  return api.post(`/v1/docs/${documentId}/reminder`, { signeeIds });
}

export function revoke(api: PageApi, documentId: string): Promise<unknown> {
  return api.put(`/v1/docs/${documentId}/revoke`, {});
}

/** Makes the service try at once. */
export function reseal(api: PageApi, documentId: string): Promise<unknown> {
  return api.post(`/v1/docs/${documentId}/reseal`, {});
}

export function remove(api: PageApi, documentId: string): Promise<void> {
  return api.delete(`/v1/docs/${documentId}`);
}

/** Resolves with the id of the draft. */
export async function duplicate(api: PageApi, documentId: string): Promise<string> {
  const { draftId } = await api.post<{ draftId: string }>(`/v1/docs/${documentId}/duplicate`, {});
  return draftId;
}

export async function listRecipients(api: PageApi, documentId: string): Promise<readonly RecipientBody[]> {
  return (await api.get<{ recipients: readonly RecipientBody[] }>(`/v1/docs/${documentId}/recipient-links`))
    .recipients;
}

/** Resolves with the link of the signee who is looking, which opens in this browser without a code. */
export async function openOwnLink(api: PageApi, documentId: string): Promise<string> {
  return (await api.post<{ signingUrl: string }>(`/v1/docs/${documentId}/own-link`, {})).signingUrl;
}

export async function findSealedFile(api: PageApi, documentId: string): Promise<string> {
  return (await api.get<{ downloadUrl: string }>(`/v1/docs/${documentId}/signed-file-url`)).downloadUrl;
}

export type BulkAction = 'remind' | 'revoke' | 'delete';

export interface BulkOutcome {
  readonly action: BulkAction;
  readonly done: number;
  /** The documents that failed, in their order. */
  readonly failed: readonly { readonly document: ListedDocumentBody; readonly error: unknown }[];
  readonly left: readonly ListedDocumentBody[];
}

/** So many requests run at the same time. */
const MAX_AT_ONCE = 4;

/** Each failed document gets the service's reason. */
export async function runOnAll(
  api: PageApi,
  action: BulkAction,
  documents: readonly ListedDocumentBody[],
  onProgress: (finished: number) => void,
  stop: AbortSignal,
): Promise<BulkOutcome> {
  const errors = new Map<ListedDocumentBody, unknown>();
  const waiting = documents.values();
  let finished = 0;
  // The workers share the iterator.
  const workOff = async (): Promise<void> => {
    while (!stop.aborted) {
      const { value: document } = waiting.next();
      if (document === undefined) return;
      try {
        await run(api, action, document.documentId);
      } catch (error) {
        errors.set(document, error);
      }
      finished += 1;
      onProgress(finished);
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, workOff));
  const failed = documents
    .filter((document) => errors.has(document))
    .map((document) => ({ document, error: errors.get(document) }));
  return { action, done: finished - failed.length, failed, left: documents.slice(finished) };
}

async function run(api: PageApi, action: BulkAction, documentId: string): Promise<void> {
  if (action === 'remind') await remindNext(api, documentId);
  else await (action === 'revoke' ? revoke : remove)(api, documentId);
}

/** Without a signee in turn, the service says why. */
export async function remindNext(api: PageApi, documentId: string): Promise<ReminderAnswer> {
  const document = await api.get<DocumentBody>(`/v1/docs/${documentId}`);
  const next = signeesInTurn(document);
  const asked = next.length === 0 ? document.signeeDetails : next;
  return remind(
    api,
    documentId,
    asked.map(({ signeeId }) => signeeId),
  );
}
