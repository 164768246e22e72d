import { existsSync } from 'node:fs';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DraftConfiguration } from '../configuration/configuration.ts';
import { FakeFault, fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

const ANY = () => true;

describe('drafts', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const upload = (...fields: Parameters<typeof textField>[]) =>
    bench.upload(caller, fakePdf({ fields: fields.map((field) => textField(...field)) }));

  /** One misspelt name kept the password of another field in clear. */
  it('keep no password, also of a form that does not take all values', async () => {
    const fileId = await upload(['Pin', { password: true }]);
    const fields = [
      { name: 'Pin', value: 'hunter2' },
      { name: 'Nobody', value: 'x' },
    ];
    const { draft, problems } = await bench.signing.drafts.create(caller, { name: 'Draft', fileId, fields });
    expect(problems).toMatchObject([{ code: 'invalid_request' }, { code: 'unknown_field' }]);
    expect(draft.configuration.fields).toEqual([
      { name: 'Pin', value: '*******' },
      { name: 'Nobody', value: 'x' },
    ]);
    expect(JSON.stringify(await bench.database.read.saved.find('draft', draft.id))).not.toContain('hunter2');
  });

  it('take a change that comes after another one, without a condition', async () => {
    const { draft } = await bench.signing.drafts.create(caller, { name: 'Draft' });
    const rename = (name: string) => (before: DraftConfiguration) => ({ ...before, name });
    const changes = ['a', 'b', 'c'].map((name) =>
      bench.signing.drafts.change(caller, draft.id, rename(name), ANY),
    );
    const views = await Promise.all(changes);
    expect(views.map((view) => view.draft.revision).toSorted()).toEqual([2, 3, 4]);
  });

  it('keep an address for one download if the PDF could not be drawn now', async () => {
    const fileId = await upload(['City', {}]);
    const { draft } = await bench.signing.drafts.create(caller, { name: 'Draft', fileId });
    const { token } = await bench.signing.drafts.issueDownload(caller, draft.id);
    bench.toolkit.failNext('preview', new FakeFault('pdf_timeout'));
    const open = () => bench.signing.drafts.openDownload(draft.id, token);
    await expect(open()).rejects.toMatchObject({ code: 'service_busy' });
    await (await open()).release();
    await expect(open()).rejects.toMatchObject({ code: 'download_not_found' });
  });

  // The preview stayed on the disk when the database failed.
  it('leave no PDF behind when the download could not be stored', async () => {
    const fileId = await upload(['City', {}]);
    const { draft } = await bench.signing.drafts.create(caller, { name: 'Draft', fileId });
    const { token } = await bench.signing.drafts.issueDownload(caller, draft.id);
    const paths: string[] = [];
    const preview = bench.toolkit.preview.bind(bench.toolkit);
    bench.toolkit.preview = async (args) => {
      paths.push(args.output);
      bench.database.transact = () => Promise.reject(new Error('the database is gone'));
      return preview(args);
    };
    await expect(bench.signing.drafts.openDownload(draft.id, token)).rejects.toThrow('the database is gone');
    expect(paths.map(existsSync)).toEqual([false]);
  });

  /** They kept names, addresses and the file of a document that was deleted. */
  it('that were sent go with their document, and do not keep its file', async () => {
    const fileId = await upload(['City', {}]);
    const configuration = { name: 'Draft', fileId, signeeDetails: [signeeInput()] };
    const { draft } = await bench.signing.drafts.create(caller, configuration);
    const { document } = await bench.signing.drafts.send(caller, draft.id, ANY);
    await bench.runJobs();
    await bench.signing.documents.revoke(caller, document.documentId);
    await bench.signing.documents.delete(caller, document.documentId);
    await bench.runJobs();
    expect(await bench.database.read.saved.find('draft', draft.id)).toBeNull();
    expect(await bench.database.read.files.find(fileId)).toBeNull();
    expect([...bench.blobs.blobs.keys()]).toEqual([]);
  });

  it('made of a document have what its signees were given', async () => {
    const all = await bench.addCaller({ capabilities: ['deliveryWhatsapp', 'deliverySms', 'signingOrder'] });
    const signee = signeeInput({
      phoneNumber: '+46701234567',
      phoneNumberDeliveryMethod: 'whatsapp',
      signingOrder: 3,
      disableInvitationMessage: true,
      signatureBox: { page: 0, x: 1, y: 2, scale: 0.5 },
      signaturePlacement: 'existing',
    });
    const { documentId } = await bench.send(all, [signee], { enableSigningOrder: true });
    const { draft } = await bench.signing.drafts.duplicateDocument(all, documentId);
    expect(draft.configuration.signeeDetails).toEqual([signee]);
  });

  it('leave nothing of a deleted document behind that somebody gave', async () => {
    const metadata = { patient: 'Anna Svensson' };
    const { documentId } = await bench.send(caller, [signeeInput()], {
      metadata,
      externalId: 'anna@example.com',
    });
    await bench.signing.documents.revoke(caller, documentId);
    await bench.signing.documents.delete(caller, documentId);
    await bench.runJobs();
    expect(JSON.stringify(await bench.find(documentId))).not.toMatch(/anna|lukasz|Contract/i);
  });
});
