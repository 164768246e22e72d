import type { Caller } from '@countersign/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedView } from '../stored-state/stored-records.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

/** A signing page polls; each poll read the whole form twice from the PDF. */
describe('the prepared view', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });

  const pdf = fakePdf({ fields: [textField('City', { value: ['Malmö'] })] });

  async function send() {
    const fileId = await bench.upload(caller, pdf);
    const document = await bench.send(caller, [signeeInput(), signeeInput({ fullName: 'Bo Ek' })], {
      fileId,
    });
    bench.toolkit.tasks.splice(0);
    return document;
  }

  it('lets a signing page be opened and polled without any PDF work', async () => {
    const { signees } = await send();
    const token = signees[0]?.token ?? '';
    for (let times = 0; times < 3; times++) {
      const view = await bench.signing.signingPages.open(token);
      expect([view.pages, view.fields.map(({ value }) => value)]).toEqual([1, [['Malmö']]]);
    }
    expect(bench.toolkit.tasks).toEqual([]);
  });

  it('leaves one task to signing: the check of what is new', async () => {
    const { signees } = await send();
    await bench.sign(signees[0]);
    expect(bench.toolkit.tasks).toEqual(['checkSigning']);
    bench.toolkit.tasks.splice(0);
    await bench.sign(signees[1], { values: [{ name: 'City', value: 'Lund' }] });
    expect(bench.toolkit.tasks).toEqual(['checkSigning']);
  });

  it('is read once from the PDF of a document that was prepared before views were kept', async () => {
    const { documentId, signees } = await send();
    await bench.database.transact(({ documents }) => documents.removePreparedView(documentId));
    for (let times = 0; times < 2; times++) {
      expect((await bench.signing.signingPages.open(signees[0]?.token ?? '')).pages).toBe(1);
    }
    expect(bench.toolkit.tasks).toEqual(['readFields', 'readPages']);
  });

  it('has its fields while a node of another version stores over it', async () => {
    const required = textField('City', { required: true });
    const fileId = await bench.upload(caller, fakePdf({ fields: [required] }));
    const { signees } = await bench.send(caller, [signeeInput()], { fileId });
    bench.database.read.documents.findPreparedView = () => Promise.resolve(null);
    await expect(bench.sign(signees[0])).rejects.toMatchObject({ code: 'required_field_empty' });
  });

  it('does not keep passwords', async () => {
    const secret = textField('Code', { password: true, value: ['1234'] });
    const fileId = await bench.upload(caller, fakePdf({ fields: [secret] }));
    const { documentId } = await bench.send(caller, [signeeInput()], { fileId });
    const view = await bench.database.read.documents.findPreparedView(documentId);
    expect(JSON.stringify(view)).not.toContain('1234');
  });

  it('is stored with a version, which a change of its members has to raise', () => {
    const { version, fields } = storedView.encode({ fields: [textField('City')], pages: 1 });
    expect([
      version,
      Object.keys(fields[0] ?? {})
        .sort()
        .join(' '),
    ]).toEqual([
      1,
      'attributes boundingBox defaultValues editable fieldId label maxLength multiSelect multiline name ' +
        'options password readOnly required type value warnings widgets',
    ]);
  });

  it('goes with the document', async () => {
    const { documentId } = await send();
    bench.now = new Date(bench.now.getTime() + 91 * 24 * 60 * 60 * 1000);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    await bench.runJobs();
    expect(await bench.database.read.documents.findPreparedView(documentId)).toBeNull();
  });
});
