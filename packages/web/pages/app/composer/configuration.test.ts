import { draftConfiguration } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { buildBox } from '../../../testing/build-mark.ts';
import { toConfiguration, toDraft } from './configuration.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { findInputProblems } from './input-problems.ts';
import { patchBetween } from './saving/autosave.ts';
import { newSignee } from './signee.ts';

const NOW = new Date('2026-11-23T10:00:00');
const BOX = { page: 1, x: 60, y: 700.5, scale: 0.8 };

const DRAFT = {
  name: 'Contract',
  personalMessage: 'Hello',
  language: 'sv',
  enableSigningOrder: true,
  signeeDetails: [
    {
      fullName: 'Ada',
      emailAddress: 'ada@example.com',
      signatureType: 'digital_ink',
      signaturePlacement: 'existing',
      signatureBox: BOX,
      signingOrder: 2,
      disableInvitationMessage: true,
    },
    {
      phoneNumber: '+46701234567',
      phoneNumberDeliveryMethod: 'whatsapp',
      signatureType: 'bankid_identification',
      signaturePlacement: 'new_page',
      signingOrder: 1,
      disableInvitationMessage: false,
    },
  ],
  fields: [{ name: 'city', value: 'Umeå' }],
  textTags: true,
  fieldsReadonlyMode: 'filled',
  externalId: 'A-1',
  metadata: { case: '7' },
  expiryDate: new Date('2026-12-01T12:34:56').toISOString(),
  automaticReminders: { afterDays: 3, everyDays: 7 },
  notifyOwner: true,
  aiAssistant: { enabled: true, textToSpeech: true, language: 'ar' },
} as const;

describe('a draft in the composer', () => {
  it('is saved as it was opened', () => {
    expect(toConfiguration(toDraft(DRAFT), 'draft', NOW)).toEqual(DRAFT);
    expect(patchBetween(DRAFT, toConfiguration(toDraft(DRAFT), 'draft', NOW))).toBeNull();
  });

  it('has the assistant of its template until the sender switches it off', () => {
    const aiAssistant = { enabled: true, textToSpeech: false, language: 'fi' } as const;
    const draft = toDraft({}, { signeeDetails: [], aiAssistant } as never);
    expect(toConfiguration(draft, 'draft', NOW).aiAssistant).toEqual(aiAssistant);
    const off = { ...draft, aiAssistant: { ...aiAssistant, enabled: false } };
    expect(toConfiguration(off, 'draft', NOW).aiAssistant).toEqual({ ...aiAssistant, enabled: false });
  });

  it('says nothing of the assistant before the sender does', () => {
    for (const kind of ['draft', 'template', 'link'] as const)
      expect(toConfiguration(EMPTY_DRAFT, kind, NOW)).not.toHaveProperty('aiAssistant.enabled');
  });

  it.each(['template', 'link'] as const)('gives a %s its assistant', (kind) => {
    const { aiAssistant } = DRAFT;
    expect(toConfiguration(toDraft(DRAFT), kind, NOW)).toMatchObject({ aiAssistant });
  });

  it('keeps members of signees that the composer does not know', () => {
    const signeeDetails = [{ emailAddress: 'a@example.com', payment: { amount: 3 } }];
    const { signeeDetails: saved } = toConfiguration(toDraft({ signeeDetails } as never), 'draft', NOW);
    expect(saved?.[0]).toMatchObject({ payment: { amount: 3 } });
  });

  it('has a signee for each role of its template, with the box of the role', () => {
    const template = {
      name: 'Template',
      personalMessage: 'Please sign',
      signeeDetails: [{ fullName: 'Tenant', signatureBox: BOX }, { fullName: 'Landlord' }],
    };
    const { name, personalMessage, signees, marks } = toDraft({ name: 'Flat 3' }, template);
    expect([name, personalMessage]).toEqual(['Flat 3', 'Please sign']);
    expect(signees.map(({ role, fullName }) => [role, fullName])).toEqual([
      ['Tenant', ''],
      ['Landlord', ''],
    ]);
    expect(marks).toMatchObject([{ owner: signees[0]?.key, places: [{ page: 1, x: 60, y: 700.5 }] }]);
    // The removed landlord was there again after a reload, in a card of a person who was not asked.
    const own = toDraft({ signeeDetails: [{ fullName: 'Bo', signatureBox: { y: 20 } }] }, template);
    expect(own.signees.map(({ role, fullName }) => [role, fullName])).toEqual([['Tenant', 'Bo']]);
    expect(own.marks).toMatchObject([{ places: [{ page: 1, x: 60, y: 20 }] }]);
  });

  it('[2.4-33] puts a signature without a box on a new page, unless an ID document is beside it', () => {
    const signees = [newSignee(), newSignee({ key: 'scan', signatureType: 'digital_ink_id_scan' })];
    const scan = { x: 60, y: 700.5, page: 1, width: 218 * 0.8, height: 138 * 0.8 };
    const marks = [buildBox('s', scan, { kind: 'id_scan', owner: 'scan' })];
    const { signeeDetails } = toConfiguration({ ...EMPTY_DRAFT, name: 'x', signees, marks }, 'draft', NOW);
    expect(signeeDetails).toMatchObject([
      { signaturePlacement: 'new_page' },
      { signaturePlacement: 'existing', idScanBox: BOX },
    ]);
  });
});

describe('inputs that are not complete', () => {
  const draft = {
    ...EMPTY_DRAFT,
    enableSigningOrder: true,
    signees: [newSignee({ key: 'a', emailAddress: 'ada@', phoneNumber: '070', signingOrder: 0 })],
    expiryDate: '2026-11-22',
    remindEveryDays: '99',
    metadata: [{ name: ' ', value: 'x' }],
    copies: [{ fullName: 'Cy', emailAddress: 'cy@', language: null }],
    replyTo: 'nobody',
    redirectUrl: 'example.com',
  };

  it('are named', () => {
    expect(findInputProblems(draft, NOW)).toEqual([
      { member: 'name', fault: 'name_missing' },
      { signeeKey: 'a', member: 'emailAddress', fault: 'email_invalid' },
      { signeeKey: 'a', member: 'phoneNumber', fault: 'phone_invalid' },
      { signeeKey: 'a', member: 'signingOrder', fault: 'order_invalid' },
      { member: 'expiryDate', fault: 'expiry_invalid' },
      { member: 'remindAfterDays', fault: 'days_invalid' },
      { member: 'remindEveryDays', fault: 'days_invalid' },
      { member: 'copies', fault: 'copy_invalid' },
      { member: 'replyTo', fault: 'email_invalid' },
      { member: 'redirectUrl', fault: 'address_invalid' },
      { member: 'metadata', fault: 'metadata_invalid' },
    ]);
  });

  it('do not keep the rest from being saved', () => {
    const saved = toConfiguration(draft, 'draft', NOW);
    expect(draftConfiguration.partial().parse(saved)).toEqual(saved);
    expect(saved.signeeDetails?.[0]).toEqual({
      signatureType: 'digital_ink',
      signaturePlacement: 'new_page',
      disableInvitationMessage: false,
    });
  });
});

describe('a patch', () => {
  it('has what changed; null removes a member, also within an object', () => {
    const before = { name: 'a', metadata: { x: '1', y: '2' }, externalId: 'e', language: 'en' };
    const after = { name: 'b', metadata: { y: '3' }, language: 'en' };
    expect(patchBetween(before, after)).toEqual({
      name: 'b',
      metadata: { x: null, y: '3' },
      externalId: null,
    });
    expect(patchBetween(after, after)).toBeNull();
  });
});
