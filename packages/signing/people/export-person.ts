import type { User } from '@countersign/identity';
import type { ChainedEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { detailsOf } from '../documents/events.ts';
import { type ExportedFile, listFiles } from '../export-account.ts';
import type { KeptProofFacts } from '../proofs/proof.ts';
import type { SavedKind } from '../saved/saved-records.ts';
import { listMentions, matcherOf, requireAddress, type SoughtPerson } from './find-mentions.ts';

/** What is about one person, without what is about the others of a document. */
export type PersonRecord =
  | {
      readonly kind: 'document';
      readonly document: DocumentState;
      readonly signees: readonly Signee[];
      readonly copies: NonNullable<DocumentState['copies']>;
      /** Whether signees reply to the person. */
      readonly getsReplies: boolean;
      /** The entries that name one of the signees. */
      readonly trail: readonly ChainedEntry[];
      readonly identifications: readonly KeptProofFacts[];
      /** The document itself, if the person was sent it. */
      readonly files: readonly ExportedFile[];
    }
  | {
      readonly kind: SavedKind;
      readonly id: string;
      readonly accountId: string;
      readonly entries: readonly object[];
    }
  | { readonly kind: 'user'; readonly user: User };

const SAVED_KINDS = { drafts: 'draft', templates: 'template', links: 'link' } as const;

/** Yields what is known of a person, one thing at a time. Throws `invalid_request` for what is not an address. */
export function readPersonRecords(
  deps: Pick<SigningDeps, 'database'>,
  sought: SoughtPerson,
): AsyncGenerator<PersonRecord, void, undefined> {
  requireAddress(sought);
  return listRecords(deps, sought);
}

async function* listRecords(
  deps: Pick<SigningDeps, 'database'>,
  sought: SoughtPerson,
): AsyncGenerator<PersonRecord, void, undefined> {
  const { read } = deps.database;
  const isTheirs = matcherOf(sought);
  for (const user of await read.removals.listUsersWith(sought.address, sought.accountId))
    yield { kind: 'user', user };
  for await (const { kind, id } of listMentions(deps, sought)) {
    if (kind === 'documents') {
      const document = await read.documents.find(id);
      const record = document && (await readDocumentRecord(deps, document, isTheirs));
      if (record !== null) yield record;
      continue;
    }
    const saved = await read.saved.find(SAVED_KINDS[kind], id);
    const {
      signeeDetails = [],
      copies = [],
      replyTo,
    } = (saved?.configuration ?? {}) as {
      readonly signeeDetails?: readonly object[];
      readonly copies?: readonly object[];
      readonly replyTo?: string;
    };
    const replies = isTheirs({ emailAddress: replyTo }) ? [{ replyTo }] : [];
    const entries = [...[...signeeDetails, ...copies].filter(isTheirs), ...replies];
    if (saved !== null && entries.length > 0)
      yield { kind: SAVED_KINDS[kind], id, accountId: saved.accountId, entries };
  }
}

async function readDocumentRecord(
  { database: { read } }: Pick<SigningDeps, 'database'>,
  document: DocumentState,
  isTheirs: ReturnType<typeof matcherOf>,
): Promise<PersonRecord | null> {
  const { documentId } = document;
  const signees = document.signees.filter(isTheirs);
  const copies = (document.copies ?? []).filter(isTheirs);
  const getsReplies = isTheirs({ emailAddress: document.replyTo });
  if (signees.length === 0 && copies.length === 0 && !getsReplies) return null;
  const isOfThem = ({ signeeId }: { readonly signeeId?: unknown }) =>
    signees.some((signee) => signee.signeeId === signeeId);
  const trail = await read.audit.listFor({ kind: 'document', id: documentId });
  return {
    kind: 'document',
    document,
    signees,
    copies,
    getsReplies,
    trail: trail.filter((entry) => isOfThem(detailsOf(entry))),
    identifications: (await read.keptProofs.list({ documentId })).filter(isOfThem),
    files: signees.length === 0 && copies.length === 0 ? [] : listFiles({ ...document, signees }),
  };
}
