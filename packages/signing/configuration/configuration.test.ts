import { ASSISTANT_LANGUAGES } from '@countersign/assistant/languages';
import { CAPABILITIES } from '@countersign/identity';
import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import { explainIssues } from '../schema-problems.ts';
import { signeeInput } from '../testing/workbench.ts';
import { type DraftConfiguration, documentConfiguration, draftConfiguration } from './configuration.ts';
import { completeConfiguration } from './problems.ts';

const COMPLETE = {
  fileId: '00000000-0000-4000-8000-000000000001',
  name: 'Contract',
  signeeDetails: [signeeInput()],
} satisfies DraftConfiguration;

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(BUILT_AT.getTime() + days * DAY_MS).toISOString();

function pathsOf(changes: object, capabilities = CAPABILITIES.filter((name) => name !== 'aiAssistant')) {
  const sender = { capabilities, paymentProvider: undefined, allowsLoopbackRedirects: false };
  const { problems } = completeConfiguration({ ...COMPLETE, ...changes }, sender, BUILT_AT);
  return problems.map(({ path, code, params }) => [path, code === 'invalid_request' ? params.rule : code]);
}

function schemaPaths(changes: object, schema: typeof documentConfiguration = documentConfiguration) {
  const value = { ...COMPLETE, ...changes };
  const problems = explainIssues(schema, value, schema.safeParse(value).error?.issues ?? []);
  return problems.map(({ path, params }) => [path, params.rule]);
}

describe('a configuration', () => {
  it('that is complete has no problems', () => {
    expect(pathsOf({})).toEqual([]);
  });

  it('[4.5-03] [4.5-04] [4.5-05] [D6-02] of a draft needs nothing but a name, and tells what sending needs', () => {
    const draft = {
      name: 'Draft',
      signeeDetails: [{}, { fullName: 'Ada', signatureBox: { page: 0 } }],
    };
    expect(draftConfiguration.parse(draft)).toEqual(draft);
    const sender = { capabilities: CAPABILITIES, paymentProvider: undefined, allowsLoopbackRedirects: false };
    expect(completeConfiguration(draft, sender, BUILT_AT).problems.map(({ path }) => path)).toEqual([
      'fileId',
      'signeeDetails.0',
      'signeeDetails.0.signatureBox',
      'signeeDetails.1',
      'signeeDetails.1.signatureBox.x',
      'signeeDetails.1.signatureBox.y',
    ]);
    expect(
      completeConfiguration({ name: 'Draft' }, { ...sender, capabilities: [] }, BUILT_AT).problems,
    ).toMatchObject([{ path: 'fileId' }, { path: 'signeeDetails', params: { rule: 'required' } }]);
  });

  it('[2.9-02] may leave the signature type open in a draft, which sending refuses', () => {
    const signeeDetails = [{ ...signeeInput(), signatureType: 'not_set' as const }];
    expect(draftConfiguration.safeParse({ ...COMPLETE, signeeDetails }).success).toBe(true);
    expect(pathsOf({ signeeDetails })).toEqual([['signeeDetails.0.signatureType', 'choice']]);
  });

  it('[2.4-14] of a document knows four signature types', () => {
    const withType = (signatureType: string) => ({ signeeDetails: [{ ...signeeInput(), signatureType }] });
    expect(schemaPaths(withType('digital_ink'))).toEqual([]);
    expect(schemaPaths(withType('wax'))).toEqual([['signeeDetails.0.signatureType', 'choice']]);
    expect(schemaPaths(withType('not_set'))).toEqual([['signeeDetails.0.signatureType', 'choice']]);
  });

  it('[4.4-01] [4.4-02] has a file or a template', () => {
    expect(pathsOf({ templateId: COMPLETE.fileId })).toEqual([['templateId', 'either']]);
    expect(pathsOf({ fileId: undefined })).toEqual([['fileId', 'required']]);
    expect(pathsOf({ fileId: undefined, templateId: COMPLETE.fileId })).toEqual([]);
  });

  it('[4.4-04] [4.4-10] [4.4-29] needs what the account lacks', () => {
    const changes = { fileId: undefined, templateId: COMPLETE.fileId, enableSigningOrder: true };
    expect(pathsOf({ ...changes, aiAssistant: { enabled: true } }, [])).toEqual([
      ['templateId', 'capability_missing'],
      ['enableSigningOrder', 'capability_missing'],
      ['aiAssistant', 'capability_missing'],
    ]);
    expect(pathsOf({ aiAssistant: { enabled: false } }, [])).toEqual([]);
  });

  it('[D5-18] has any signing order unless it is enabled', () => {
    const withOrder = (signingOrder: number) => ({ signeeDetails: [signeeInput({ signingOrder })] });
    for (const order of [0, -3, 1.5, 1e9]) {
      expect(pathsOf(withOrder(order))).toEqual([]);
      expect(pathsOf({ ...withOrder(order), enableSigningOrder: true })).toEqual([
        ['signeeDetails.0.signingOrder', 'whole_number'],
      ]);
    }
    expect(pathsOf({ ...withOrder(7), enableSigningOrder: true })).toEqual([]);
  });

  it('[2.4-24] [2.4-26] [2.4-33] [2.4-34] [2.4-25] has two boxes on existing pages for an ID scan', () => {
    const scan = (changes: object) => ({
      signeeDetails: [{ ...signeeInput({ signatureType: 'digital_ink_id_scan' }), ...changes }],
    });
    const boxes = (changes: object) =>
      pathsOf(scan(changes)).filter(([path]) => !String(path).endsWith('Type'));
    const idScanBox = { page: 0, x: 1, y: 2 };
    expect(boxes({})).toEqual([['signeeDetails.0.idScanBox', 'required']]);
    expect(boxes({ idScanBox })).toEqual([]);
    expect(boxes({ idScanBox, signatureBox: undefined })).toEqual([
      ['signeeDetails.0.signatureBox', 'required'],
    ]);
    expect(boxes({ idScanBox, signaturePlacement: 'new_page' })).toEqual([
      ['signeeDetails.0.signaturePlacement', 'choice'],
    ]);
    expect(boxes({ idScanBox: { page: 0 } })).toEqual([
      ['signeeDetails.0.idScanBox.x', 'required'],
      ['signeeDetails.0.idScanBox.y', 'required'],
    ]);
    expect(schemaPaths(scan({ idScanBox: { ...idScanBox, scale: 1.6 } }))).toEqual([
      ['signeeDetails.0.idScanBox.scale', 'range'],
    ]);
  });

  it('[4.4-28] has one of 28 languages of the assistant', () => {
    expect(new Set(ASSISTANT_LANGUAGES).size).toBe(28);
    const inLanguage = (language: string) => ({ aiAssistant: { language } });
    expect(schemaPaths(inLanguage('uk'))).toEqual([]);
    expect(schemaPaths(inLanguage('zh'))).toEqual([['aiAssistant.language', 'choice']]);
  });

  it('expires in the future, within a year', () => {
    expect(pathsOf({ expiryDate: daysFromNow(365) })).toEqual([]);
    expect(pathsOf({ expiryDate: daysFromNow(365.1) })).toEqual([['expiryDate', 'future']]);
    expect(pathsOf({ expiryDate: daysFromNow(0) })).toEqual([['expiryDate', 'future']]);
    expect(pathsOf({ expiryDate: '2026-12-31' })).toContainEqual(['expiryDate', 'timestamp']);
  });

  it('bounds what it keeps for its sender', () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'x']));
    expect(schemaPaths({ metadata: entries(50), externalId: 'A-1' })).toEqual([]);
    expect(schemaPaths({ metadata: entries(51) })).toEqual([['metadata', 'count']]);
    expect(schemaPaths({ metadata: { a: 'x'.repeat(501) } })).toEqual([['metadata.a', 'length']]);
    expect(schemaPaths({ metadata: { a: 7 } })).toEqual([['metadata.a', 'text']]);
    const longKey = 'k'.repeat(41);
    expect(schemaPaths({ metadata: { [longKey]: 'x' } })).toEqual([[`metadata.${longKey}`, 'length']]);
    expect(schemaPaths({ externalId: '' })).toEqual([['externalId', 'length']]);
    expect(schemaPaths({ automaticReminders: { afterDays: 0, everyDays: 31 } })).toEqual([
      ['automaticReminders.afterDays', 'whole_number'],
      ['automaticReminders.everyDays', 'whole_number'],
    ]);
    expect(schemaPaths({ automaticReminders: { everyDays: 3 } })).toEqual([
      ['automaticReminders.afterDays', 'required'],
    ]);
  });
});
