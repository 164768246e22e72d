import type { Caller } from '@countersign/identity';
import type { CompleteRequest } from '@countersign/toolkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SigneeInput } from '../configuration/configuration.ts';
import type { Signature, SignatureType } from '../methods/methods.ts';
import { type IdentityScan, identificationOf } from '../methods/signature-parts.ts';
import { listSignatureWarnings } from '../proofs/same-name.ts';
import { buildInkSignature } from '../testing/builders.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { recordSignature } from './record-signature.ts';

/** The tax agency's test numbers. */
const HIDDEN = '19121212';
const IDENTIFIED = identificationOf({
  provider: 'Freja',
  fullName: 'Łukasz Jan Żółć',
  personalNumber: `${HIDDEN}-1212`,
});

const byHand = buildInkSignature({ ink: { kind: 'typed', typedName: 'Ł. Ż.', font: null } });
const { ink: _, ...withoutInk } = byHand;
const byElectronicId: Signature = {
  ...withoutInk,
  method: 'bankid_identification',
  identification: IDENTIFIED,
};
const withScan = (scan: IdentityScan): Signature => ({
  ...byHand,
  ...{ method: 'digital_ink_id_scan', scan, identification: null },
});

describe('a signature by somebody who was identified', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  /** As stored, with a box for a scan beside the signature's; no endpoint makes them yet. */
  async function documentWith(signatureType: SignatureType, furtherBoxes?: SigneeInput['furtherBoxes']) {
    const { documentId } = await bench.send(caller, [signeeInput({ furtherBoxes })]);
    const document = await bench.find(documentId);
    const signees = document.signees.map((signee) => ({ ...signee, signatureType }));
    const boxes = document.boxes.flatMap((box) => [box, { ...box, type: 'id_scan' as const }]);
    await bench.database.transact(({ documents }) => documents.update({ ...document, signees, boxes }));
    return bench.find(documentId);
  }

  /** The toolkit's request for the sealed file, and all that was stored. */
  async function completed(signature: Signature, furtherBoxes?: SigneeInput['furtherBoxes']) {
    const { documentId, ...document } = await documentWith(signature.method, furtherBoxes);
    const signed = document.signees.map((signee) => ({ ...signee, signature }));
    await bench.database.transact(({ documents }) =>
      documents.update({ ...document, documentId, signees: signed }),
    );
    await bench.signing.jobs.run({ name: 'complete-document', documentId });
    const { sealedBlobId, signees } = await bench.find(documentId);
    const sealed = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const { stamps, evidence }: CompleteRequest = sealed.completed;
    return { stamps, facts: evidence?.record.facts, everything: JSON.stringify([sealed, signees]) };
  }

  it('has the name that the e-ID tells, its provider and the end of the number, and no ink', async () => {
    const { stamps, facts, everything } = await completed(byElectronicId);
    expect(stamps).toMatchObject([{ kind: 'identity', name: 'Łukasz Jan Żółć', box: { type: 'signature' } }]);
    expect(stamps[0]?.lines.slice(-2)).toEqual(['Freja', '********-1212']);
    expect(facts).toMatchObject({
      version: 1,
      signatureLevel: 'AES',
      signees: [
        {
          fullName: 'Łukasz Żółć',
          ink: null,
          identification: { provider: 'Freja', fullName: 'Łukasz Jan Żółć', personalNumber: '********-1212' },
          idScannedAt: null,
        },
      ],
    });
    expect(everything).not.toContain(HIDDEN);
  });

  it('[D10-13] shows in further boxes what the signature box shows, and initials beside a scan', async () => {
    const further = { kind: 'signature', page: 0, x: 40, y: 50, scale: 0.5 } as const;
    const identified = await completed(byElectronicId, [further]);
    expect(identified.stamps).toHaveLength(2);
    const [own, copy] = identified.stamps;
    expect(copy).toEqual({
      ...own,
      box: { ...own?.box, ...{ x: 40, y: 50, width: 109.5, height: 29 } },
    });
    const scan = { scannedAt: new Date(), imageBlobId: null };
    const initials = { kind: 'typed', typedName: 'ŁŻ', font: null } as const;
    const { stamps, facts } = await completed({ ...withScan(scan), initials } as Signature, [
      { ...further, kind: 'initials', page: 'all' },
    ]);
    expect(stamps.map(({ box, kind = 'ink' }) => [kind, box.type])).toEqual([
      ['ink', 'signature'],
      ['ink', 'initials'],
      ['id_scan', 'id_scan'],
    ]);
    expect(stamps[1]).toMatchObject({ typedName: 'ŁŻ', lines: [], box: { width: 36, height: 18 } });
    expect(facts).toMatchObject({
      signees: [{ marks: { signatures: [{ page: 0, count: 1 }], initials: [{ page: 0, count: 1 }] } }],
    });
  });

  it('[D12-05] [D12-07] says which differing name a sandbox gave, and lists checks as they succeeded', async () => {
    const sandbox = identificationOf({ provider: 'Sandbox', isSandbox: true, fullName: 'Bo Ek' });
    const proofAt = (second: number, facts: Readonly<Record<string, string>>) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      return { kind: 'electronic_id', field: null, startedAt: at, succeededAt: at, attempts: 1, facts };
    };
    const proofs = [
      proofAt(3, { fullName: 'Bo Ek', sandbox: 'true' }),
      proofAt(2, { fullName: 'Eva Berg', sandbox: 'true' }),
      proofAt(1, { fullName: 'Eva Berg' }),
    ];
    const signature = { ...byElectronicId, identification: sandbox, proofs };
    const { facts } = await completed(signature);
    expect(facts).toMatchObject({
      signees: [
        {
          differingNames: [
            { name: 'Bo Ek', isSandbox: true },
            // A check of another provider gave it too.
            { name: 'Eva Berg', isSandbox: false },
          ],
          proofs: [...proofs].reverse().map(({ facts: given }) => ({ facts: given })),
        },
      ],
    });
    expect(listSignatureWarnings({ fullName: 'Ada', signature })[0]).toEqual({
      code: 'name_differs',
      params: { name: 'Bo Ek', sandbox: 'true' },
    });
  });

  it('has ink, and who checked the face', async () => {
    const { stamps, facts } = await completed({
      ...byHand,
      ...{ method: 'face_liveness', identification: IDENTIFIED },
      proofs: [
        {
          ...{ kind: 'id_scan', field: null, attempts: 1, facts: {} },
          ...{ startedAt: bench.now, succeededAt: bench.now },
        },
      ],
    });
    expect(stamps).toMatchObject([{ typedName: 'Ł. Ż.', box: { type: 'signature' } }]);
    expect(stamps[0]?.lines).toContain('Freja');
    // It was null, though the document was scanned.
    const at = bench.now.toISOString();
    expect(facts).toMatchObject({ signatureLevel: 'AES', signees: [{ idScannedAt: at }] });
  });

  it('has the front of a scanned document in the box for it', async () => {
    bench.blobs.blobs.set('front', Buffer.from('image'));
    const scan = { scannedAt: bench.now, imageBlobId: 'front' };
    const { stamps, facts } = await completed(withScan(scan));
    expect(stamps).toMatchObject([
      { box: { type: 'signature' }, typedName: 'Ł. Ż.' },
      { kind: 'id_scan', box: { type: 'id_scan' }, lines: [`${bench.now.toISOString()} true`] },
    ]);
    expect(stamps[1]).toHaveProperty('image');
    const at = bench.now.toISOString();
    expect(facts).toMatchObject({ signatureLevel: 'SES', signees: [{ idScannedAt: at }] });
  });

  it('has words there where no image may be kept', async () => {
    const scan = { scannedAt: bench.now, imageBlobId: null };
    const { stamps } = await completed(withScan(scan));
    expect(stamps[1]).toMatchObject({ kind: 'id_scan', lines: [`${bench.now.toISOString()} false`] });
    expect(stamps[1]).not.toHaveProperty('image');
  });

  it('stands in the audit trail with its provider, and not with whom it identified', async () => {
    const document = await documentWith('bankid_identification');
    const { entries } = recordSignature(document, document.signees[0]?.signeeId ?? '', byElectronicId, [], {
      retentionDays: 90,
      timeZone: 'UTC',
      fileSha256: 'ab',
      salt: 'cd',
    });
    expect(entries[1]?.details).toMatchObject({ provider: 'Freja', ink: null });
    expect(JSON.stringify(entries)).not.toMatch(/1212|Jan/);
  });

  it('is refused when only ink is given for an e-ID', async () => {
    const document = await documentWith('bankid_identification');
    await expect(bench.sign(document.signees[0])).rejects.toMatchObject({
      code: 'proof_missing',
      params: { kind: 'electronic_id' },
    });
  });

  it('is refused when only ink is given for a check of the face', async () => {
    const document = await documentWith('face_liveness');
    await expect(bench.sign(document.signees[0])).rejects.toMatchObject({
      code: 'proof_missing',
      params: { kind: 'id_scan' },
    });
  });
});
