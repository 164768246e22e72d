import { encodePng, typedSignature } from '@countersign/signing/testing';
import { assertRace, type Race, runBoth } from './race.ts';
import { type SigningNode, type SigningNodes, settle } from './signing-nodes.ts';

export const sign = (token: string) => (node: SigningNode) =>
  settle(
    node.signing.signingPages.sign(token, typedSignature({ ink: { kind: 'drawn', png: encodePng(4, 4) } })),
  );

/** The signature is stored, with its ink and in the audit trail, if and only if it was answered. */
async function assertSigned(nodes: SigningNodes, documentId: string, answered: number): Promise<void> {
  const { signees } = await nodes.find(documentId);
  const inks = signees.flatMap(({ signature }) =>
    signature?.method === 'digital_ink' && signature.ink.kind === 'drawn' ? [signature.ink] : [],
  );
  const entries = (await nodes.trail(documentId)).filter((type) => type === 'document.signed');
  assertRace(inks.length === answered && entries.length === answered, 'signatures', { inks, entries });
  assertRace(
    inks.every(({ blobId }) => nodes.hasBlob(blobId)),
    'ink',
    inks,
  );
}

const countDone = (...answers: readonly string[]) => answers.filter((answer) => answer === 'done').length;

/** What others do with a document while it is signed. */
export const againstSigning: readonly Race[] = [
  {
    name: 'revoking against the only signature',
    outcomes: ['sign done, revoke document_fully_signed', 'sign document_not_signable, revoke done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const [signed, revoked] = await runBoth(nodes, round, [
        sign(signees[0]?.token ?? ''),
        ({ signing }) => settle(signing.documents.revoke(nodes.caller, documentId)),
      ]);
      await assertSigned(nodes, documentId, countDone(signed));
      const { status } = await nodes.find(documentId);
      assertRace((status === 'revoked') === (revoked === 'done'), 'status', status);
      return `sign ${signed}, revoke ${revoked}`;
    },
  },
  {
    name: 'revoking against the first of two signatures',
    outcomes: ['sign done, revoke done', 'sign document_not_signable, revoke done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}, {}]);
      const [signed, revoked] = await runBoth(nodes, round, [
        sign(signees[0]?.token ?? ''),
        ({ signing }) => settle(signing.documents.revoke(nodes.caller, documentId)),
      ]);
      await assertSigned(nodes, documentId, countDone(signed));
      const late = await sign(signees[1]?.token ?? '')(nodes.one);
      assertRace(late === 'document_not_signable', 'a signature after revoking', late);
      return `sign ${signed}, revoke ${revoked}`;
    },
  },
  {
    name: 'declining against signing by the same signee',
    outcomes: ['sign done, decline already_signed', 'sign document_not_signable, decline done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const token = signees[0]?.token ?? '';
      const [signed, declined] = await runBoth(nodes, round, [
        sign(token),
        ({ signing }) => settle(signing.signingPages.decline(token, 'The salary is wrong')),
      ]);
      await assertSigned(nodes, documentId, countDone(signed));
      const { status } = await nodes.find(documentId);
      assertRace((status === 'revoked') === (declined === 'done'), 'status', status);
      return `sign ${signed}, decline ${declined}`;
    },
  },
  {
    name: 'another address against the signature',
    outcomes: ['sign done, change signee_has_signed', 'sign link_not_found, change done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const { signeeId = '', token = '' } = signees[0] ?? {};
      const change = { signeeId, emailAddress: 'new@example.com' };
      const [signed, changed] = await runBoth(nodes, round, [
        sign(token),
        ({ signing }) => settle(signing.documents.changeContacts(nodes.caller, documentId, [change])),
      ]);
      await assertSigned(nodes, documentId, countDone(signed));
      const [signee] = (await nodes.find(documentId)).signees;
      assertRace((signee?.token === token) === (changed !== 'done'), 'the link', changed);
      return `sign ${signed}, change ${changed}`;
    },
  },
  {
    name: 'values of the form against the signature',
    outcomes: [
      'sign done, set document_not_editable',
      'sign document_changed, set done',
      'sign done, set done',
    ],
    async run(nodes, round) {
      const { documentId, signees, preparedBlobId } = await nodes.send([{}, {}]);
      const fields = [{ name: 'notes', value: `round ${round}` }];
      const [signed, set] = await runBoth(nodes, round, [
        sign(signees[0]?.token ?? ''),
        ({ signing }) => settle(signing.documents.setFieldValues(nodes.caller, documentId, fields)),
      ]);
      await assertSigned(nodes, documentId, countDone(signed));
      const after = await nodes.find(documentId);
      const isChanged = after.preparedBlobId !== preparedBlobId;
      assertRace(isChanged === (set === 'done'), 'the prepared file', set);
      assertRace(
        JSON.stringify(after.fields) === JSON.stringify(isChanged ? fields : []),
        'values',
        after.fields,
      );
      assertRace(nodes.hasBlob(after.preparedBlobId ?? ''), 'the prepared file is stored', after);
      // Signees sign only what they saw.
      const trail = await nodes.trail(documentId);
      assertRace(
        countDone(signed, set) < 2 ||
          trail.lastIndexOf('document.prepared') < trail.indexOf('document.signed'),
        'the order',
        trail,
      );
      return `sign ${signed}, set ${set}`;
    },
  },
  {
    name: 'deleting an open document against the signature',
    outcomes: ['sign done, delete document_not_deletable'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const [signed, deleted] = await runBoth(nodes, round, [
        sign(signees[0]?.token ?? ''),
        ({ signing }) => settle(signing.documents.delete(nodes.caller, documentId)),
      ]);
      await assertSigned(nodes, documentId, 1);
      return `sign ${signed}, delete ${deleted}`;
    },
  },
  {
    name: 'revoking and deleting against the first of two signatures',
    outcomes: [
      'sign done, delete done',
      'sign document_not_signable, delete done',
      'sign link_not_found, delete done',
    ],
    leavesNoFile: true,
    async run(nodes, round) {
      const sent = await nodes.send([{}, {}], await nodes.upload());
      const { documentId, signees } = sent;
      const [signed, deleted] = await runBoth(nodes, round, [
        sign(signees[0]?.token ?? ''),
        async ({ signing }) => {
          await signing.documents.revoke(nodes.caller, documentId);
          return settle(signing.documents.delete(nodes.caller, documentId));
        },
      ]);
      const { status, signees: left } = await nodes.find(documentId);
      assertRace(status === 'deleted' && left.length === 0, 'what is left', { status, left });
      const entries = (await nodes.trail(documentId)).filter((type) => type === 'document.signed');
      assertRace(entries.length === countDone(signed), 'signatures in the trail', entries);
      await nodes.removeContent(sent);
      return `sign ${signed}, delete ${deleted}`;
    },
  },
];
