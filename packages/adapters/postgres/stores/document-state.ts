import {
  type DocumentState,
  findFollowUpDate,
  progressOf,
  type Signee,
  searchText,
  storedDocument,
} from '@countersign/signing';
import type { SecretBox } from '../secret-box.ts';
import { fromJson, toJson } from '../state-json.ts';

/** With encrypted link tokens within the state. */
export function toDocumentRow(document: DocumentState, secrets: SecretBox) {
  const signees = document.signees.map((signee) => sealToken(document.documentId, signee, secrets));
  return {
    document_id: document.documentId,
    account_id: document.accountId,
    user_id: document.userId,
    name: document.name,
    status: document.status,
    sharing_setting: document.sharingSetting,
    created_at: document.createdAt,
    expiry_date: document.expiryDate,
    follow_up_at: findFollowUpDate(document),
    link_id: document.publicLink?.linkId ?? null,
    search_text: searchText(document),
    progress: toJson(progressOf(document)),
    state: toJson(storedDocument.encode({ ...document, signees })),
  };
}

export function toDocument(state: unknown, secrets: SecretBox): DocumentState {
  const document = storedDocument.decode(fromJson(state));
  return {
    ...document,
    signees: document.signees.map((signee) => openToken(document.documentId, signee, secrets)),
  };
}

function sealToken(documentId: string, signee: Signee, secrets: SecretBox): Signee {
  return mapTokens(signee, (token, channel) => secrets.seal(token, tokenPlace(documentId, signee, channel)));
}

function openToken(documentId: string, signee: Signee, secrets: SecretBox): Signee {
  return mapTokens(signee, (token, channel) => secrets.open(token, tokenPlace(documentId, signee, channel)));
}

/** Of the invitation: without a channel. */
function mapTokens(signee: Signee, change: (token: string, channel?: string) => string): Signee {
  const { recipientLinks } = signee;
  return {
    ...signee,
    token: change(signee.token),
    ...(recipientLinks && {
      recipientLinks: recipientLinks.map((link) => ({ ...link, token: change(link.token, link.channel) })),
    }),
  };
}

function tokenPlace(documentId: string, { signeeId }: Signee, channel?: string): string {
  const place = `documents/${documentId}/signees/${signeeId}/token`;
  return channel === undefined ? place : `${place}/${channel}`;
}
