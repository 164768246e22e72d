import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import { describeRelease } from '../testing/describe-release.ts';

const CONSENT = { language: 'en', text: expect.stringMatching(/^I agree/) };

await describeRelease('second-release', (database, release) => {
  it('opens, its signatures as those of a method, with ink and consent as they were', async () => {
    const signatures = (await findDocument('Completed, Łódź'))?.signees.map(({ signature }) => signature);
    expect(signatures).toMatchObject([
      {
        method: 'digital_ink',
        ink: { kind: 'drawn', blobId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        consent: CONSENT,
        values: [{ name: 'Name', value: ['Ada'] }],
        attachments: [],
      },
      {
        method: 'digital_ink',
        ink: { kind: 'typed', typedName: 'Bo Ek', font: 'caveat' },
        consent: CONSENT,
        values: [],
        attachments: [],
      },
    ]);
  });

  it('has the rest of each document as it was, written back in the present version and read again', async () => {
    for (const row of release.tables.documents ?? []) {
      const document = await database().read.documents.find(String(row.document_id));
      if (document === null) throw new Error('there is the document');
      await database().transact(({ documents }) => documents.update(document));
      expect(await database().read.documents.find(document.documentId)).toEqual(document);
      const { signees: _, ...stored } = Object(row.state);
      expect(JSON.parse(JSON.stringify(document))).toMatchObject(withoutDateMarks(stored));
    }
  });

  it('finds the links of an open document, signed by those who have', async () => {
    const open = await findDocument('Half signed');
    expect(open?.signees.map(({ fullName, signature }) => [fullName, signature?.method])).toEqual([
      ['Łukasz Żółć', undefined],
      ['Bo', 'digital_ink'],
    ]);
    for (const { token, signeeId } of open?.signees ?? []) {
      const found = await database().read.documents.findByTokenHash(hashSecret(token));
      expect(found).toEqual({ documentId: open?.documentId, signeeId });
    }
  });

  it('shows views stored without a version, and reads those of other versions from the PDF again', async () => {
    const open = await findDocument('Half signed');
    const findView = () => database().read.documents.findPreparedView(open?.documentId ?? '');
    expect(await findView()).toMatchObject({ pages: 1, fields: [{ name: 'Name', type: 'textField' }] });
    const { execute, schema } = database().engine;
    await execute(`UPDATE ${schema}.prepared_views SET view = view || '{"version": 99}'`);
    expect(await findView()).toBeNull();
  });

  function findDocument(name: string) {
    const row = release.tables.documents?.find((document) => document.name === name);
    return database().read.documents.find(String(row?.document_id));
  }
});

/** Moments as JSON has them. */
function withoutDateMarks(stored: unknown): object {
  return JSON.parse(JSON.stringify(stored), (_, value) => value?.$date ?? value);
}
