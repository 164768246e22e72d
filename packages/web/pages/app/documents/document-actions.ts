import type { PageApi } from '../../requests/page-api.ts';
import { type DocumentAnswer, type Recipient, signeesInTurn } from './model.ts';

/** Actions on documents, each an operation of the API. */

interface ReminderAnswer {
  readonly remindersSentTo: readonly { readonly signeeId: string }[];
  readonly remindersNotSentTo: readonly { readonly signeeId: string; readonly message: string }[];
}

/** Rejects with the sentence about the limit if no signee may be reminded now [8-02]. */
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

export function remove(api: PageApi, documentId: string): Promise<void> {
  return api.delete(`/v1/docs/${documentId}`);
}

/** Resolves with the id of the draft. */
export async function duplicate(api: PageApi, documentId: string): Promise<string> {
  const { draftId } = await api.post<{ draftId: string }>(`/v1/docs/${documentId}/duplicate`, {});
  return draftId;
}

export async function listRecipients(api: PageApi, documentId: string): Promise<readonly Recipient[]> {
  return (await api.get<{ recipients: readonly Recipient[] }>(`/v1/docs/${documentId}/recipient-links`))
    .recipients;
}

/** Resolves with the link of the signee who is looking at the page; it opens in this browser without a code. */
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
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
}

/** One document after the other: each either succeeds or is named with what the service said. */
export async function runOnAll(
  api: PageApi,
  action: BulkAction,
  documents: readonly { readonly documentId: string; readonly name: string }[],
): Promise<BulkOutcome> {
  const failed: BulkOutcome['failed'][number][] = [];
  for (const { documentId, name } of documents) {
    try {
      if (action === 'remind') await remindNext(api, documentId);
      else await (action === 'revoke' ? revoke : remove)(api, documentId);
    } catch (error) {
      failed.push({ name, error });
    }
  }
  return { action, done: documents.length - failed.length, failed };
}

/** Those in turn. Of a document without any, the service says why. */
async function remindNext(api: PageApi, documentId: string): Promise<void> {
  const document = await api.get<DocumentAnswer>(`/v1/docs/${documentId}`);
  const next = signeesInTurn(document);
  const asked = next.length === 0 ? document.signeeDetails : next;
  await remind(
    api,
    documentId,
    asked.map(({ signeeId }) => signeeId),
  );
}
