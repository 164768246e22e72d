import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('preparing a document that is changed meanwhile', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  /** Runs `change` once, when the toolkit is asked to prepare. */
  function whilePreparing(change: () => Promise<unknown>): void {
    const { toolkit } = bench;
    const prepare = toolkit.prepare.bind(toolkit);
    toolkit.prepare = async (...args) => {
      toolkit.prepare = prepare;
      await change();
      return prepare(...args);
    };
  }

  async function create() {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('City')] }));
    const command = { fileId, name: 'Contract', signeeDetails: [signeeInput()] };
    return (await bench.signing.documents.create(caller, command)).document;
  }

  const changeEmail = async (documentId: string) => {
    const [signee] = (await bench.find(documentId)).signees;
    const change = { signeeId: signee?.signeeId ?? '', emailAddress: 'new@example.com' };
    return bench.signing.documents.changeContacts(caller, documentId, [change]);
  };

  /** The new signee had no box, and signed a document without a visible signature. */
  it('gives the signee of a changed contact a box', async () => {
    const { documentId } = await create();
    whilePreparing(() => changeEmail(documentId));
    await bench.runJobs();
    const { boxes, signees, status } = await bench.find(documentId);
    expect(status).toBe('awaiting_signatures');
    expect(boxes.map(({ id }) => id)).toEqual(signees.map(({ signeeId }) => signeeId));
    expect(bench.toolkit.tasks.filter((task) => task === 'prepare')).toHaveLength(2);
  });

  it('gives the signee of a changed contact a box when values are set', async () => {
    const { documentId } = await create();
    await bench.runJobs();
    whilePreparing(() => changeEmail(documentId));
    const values = await bench.signing.documents.setFieldValues(caller, documentId, [
      { name: 'City', value: 'Lund' },
    ]);
    expect(values).toEqual([{ name: 'City', value: ['Lund'] }]);
    const { boxes, signees } = await bench.find(documentId);
    expect(boxes.map(({ id }) => id)).toEqual(signees.map(({ signeeId }) => signeeId));
  });

  /** The removal of a replaced PDF could meet the same values set again, and take the PDF that the document then has. */
  it('never writes a PDF under an id that it used before', async () => {
    const { documentId } = await create();
    await bench.runJobs();
    const ids: (string | null)[] = [];
    for (const value of ['Lund', 'Umeå', 'Lund']) {
      await bench.signing.documents.setFieldValues(caller, documentId, [{ name: 'City', value }]);
      ids.push((await bench.find(documentId)).preparedBlobId);
    }
    expect(new Set(ids).size).toBe(3);
  });

  /** A renamed B, values set, B renamed A: the stamp left the name out, above which B was printed. */
  it('forgets the printed name of an earlier PDF', async () => {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('City')] }));
    const signee = signeeInput({ fullName: 'A', signaturePlacement: 'new_page', signatureBox: undefined });
    const { document } = await bench.signing.documents.create(caller, {
      fileId,
      name: 'Contract',
      signeeDetails: [signee],
    });
    const { documentId } = document;
    await bench.runJobs();
    const rename = async (fullName: string) => {
      const [{ signeeId = '' } = {}] = (await bench.find(documentId)).signees;
      await bench.signing.documents.changeContacts(caller, documentId, [{ signeeId, fullName }]);
    };
    await rename('B');
    expect((await bench.find(documentId)).signees).toMatchObject([{ fullName: 'B', printedName: 'A' }]);
    await bench.signing.documents.setFieldValues(caller, documentId, [{ name: 'City', value: 'Lund' }]);
    expect((await bench.find(documentId)).signees[0]).not.toHaveProperty('printedName');
    await rename('A');
    expect((await bench.find(documentId)).signees).toMatchObject([{ fullName: 'A', printedName: 'B' }]);
  });
});
