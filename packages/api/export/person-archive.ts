import { type PersonRecord, signatureLevelOf } from '@countersign/signing';
import { presentUser } from '../schemas/account.ts';
import { type ArchiveDeps, blobEntry, json } from './account-archive.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

/** Yields the bytes of a ZIP file with what is known of a person (docs/api/account.md). One file is open at a time. */
export function writePersonArchive(
  deps: ArchiveDeps,
  records: AsyncIterable<PersonRecord>,
): AsyncGenerator<Buffer, void, undefined> {
  return writeZip(listEntries(deps, records), deps.now);
}

async function* listEntries(
  { blobs }: ArchiveDeps,
  records: AsyncIterable<PersonRecord>,
): AsyncGenerator<ZipEntry, void, undefined> {
  for await (const record of records) {
    switch (record.kind) {
      case 'user':
        yield json(`users/${record.user.userId}.json`, {
          accountId: record.user.accountId,
          ...presentUser(record.user),
        });
        break;
      case 'document': {
        const folder = `documents/${record.document.documentId}`;
        yield json(`${folder}/person.json`, presentRecord(record));
        for (const { name, blobId } of record.files) yield* blobEntry(blobs, `${folder}/${name}`, blobId);
        break;
      }
      default: {
        const { kind, id, accountId, entries } = record;
        yield json(`${kind}s/${id}.json`, { accountId, entries });
      }
    }
  }
}

function presentRecord({
  document,
  signees,
  copies,
  getsReplies,
  trail,
  identifications,
}: PersonRecord & { readonly kind: 'document' }) {
  const { documentId, accountId, name, status, createdAt, completedAt } = document;
  return {
    ...{ documentId, accountId, name, status, createdAt, completedAt },
    signees: signees.map((signee) => {
      const { signeeId, fullName, emailAddress, phoneNumber, openedAt, openedFrom, signature } = signee;
      const { signedAt, ipAddress, userAgent, consent, values } = signature ?? {};
      return {
        ...{ signeeId, fullName, emailAddress, phoneNumber, openedAt, openedFrom },
        signatureLevel: signatureLevelOf(signee),
        ...{ signedAt, ipAddress, userAgent, consent, values },
      };
    }),
    copies,
    getsReplies,
    identifications,
    auditTrail: trail,
  };
}
