import { type DraftConfiguration, draftConfiguration } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { toConfiguration, toDraft } from '../configuration.ts';
import { placeOfMember } from './configured-marks.ts';

const NOW = new Date('2026-11-23T10:00:00');
const AT = { page: 1, x: 60, y: 700.5 };
type Signee = NonNullable<DraftConfiguration['signeeDetails']>[number];
const ANCHOR = { text: 'Signature:', occurrence: 2, dx: 4, dy: -3.5 };

const SIGNEE: Signee = {
  fullName: 'Ada',
  signatureType: 'digital_ink',
  signaturePlacement: 'existing',
  signatureBox: { ...AT, scale: 0.8 },
  furtherBoxes: [
    { kind: 'signature', anchor: ANCHOR, scale: 1 },
    { kind: 'initials', page: 'all', x: 500, y: 790, scale: 0.75 },
  ],
  formFields: [
    { name: 'city' },
    {
      ...{ name: 'Date|svc-date-now', type: 'textField', ...AT, width: 90, height: 20 },
      ...{ label: 'Date', required: true, multiline: true, maxLength: 10, fontSize: 9 },
    },
    {
      ...{ name: 'Move in', type: 'textField', ...AT, y: 740, width: 90, height: 20, required: true },
      dateFormat: 'DD.MM.YYYY',
    },
    { name: 'Cat', type: 'checkbox', ...AT, width: 14, height: 14, required: false },
    {
      ...{ name: 'Plan', type: 'combobox', anchor: ANCHOR, width: 90, height: 20, required: false },
      options: [{ label: 'Basic', value: 'b' }, { label: 'Plus' }],
    },
    {
      ...{ name: 'Pay', type: 'radioButton', required: true },
      buttons: [
        { ...AT, width: 14, height: 14, value: 'card' },
        { ...AT, y: 722, width: 14, height: 14, value: 'invoice' },
      ],
    },
  ],
  signingOrder: 1,
  disableInvitationMessage: false,
};
const DRAFT = { name: 'Lease', signeeDetails: [SIGNEE] };

describe('fields and boxes of a draft', () => {
  it('[D10-17] are saved as they were opened, and the service takes them', () => {
    const saved = toConfiguration(toDraft(DRAFT), 'draft', NOW);
    const { signeeDetails } = JSON.parse(JSON.stringify(saved)) as typeof DRAFT;
    const [signee] = signeeDetails;
    const { furtherBoxes, formFields } = SIGNEE;
    expect(signee).toEqual({ ...SIGNEE, furtherBoxes, formFields });
    expect(draftConfiguration.parse(saved).signeeDetails?.[0]).toMatchObject({ formFields });
  });

  it('[D10-17] are those of the role of a template, until the draft has its own', () => {
    const template = { name: 'T', signeeDetails: [{ ...SIGNEE, fullName: 'Tenant' }] };
    expect(toDraft({}, template).marks).toHaveLength(8);
    expect(toDraft({ signeeDetails: [{ formFields: [] }] }, template).marks).toHaveLength(3);
  });

  it('[D10-10] leave a signature on its new page where the further ones are placed', () => {
    const { signatureBox: _, ...others } = SIGNEE;
    const signee = { ...others, signaturePlacement: 'new_page' } as const;
    const saved = toConfiguration(toDraft({ ...DRAFT, signeeDetails: [signee] }), 'draft', NOW);
    expect(saved.signeeDetails?.[0]).toMatchObject(signee);
    expect(saved.signeeDetails?.[0]?.signatureBox).toBeUndefined();
  });

  it('are named by the paths of problems', () => {
    const draft = toDraft(DRAFT);
    const [signee] = draft.signees;
    const found = [
      'signatureBox.x',
      'furtherBoxes.1',
      'formFields.1.name',
      'formFields.5.buttons.1.x',
      'formFields.0',
      'emailAddress',
      'formFields',
    ].map((path) => (signee === undefined ? null : placeOfMember(draft, signee, path)));
    const idOf = (at: number, button = 0) => `${draft.marks[at]?.id}/${button}`;
    expect(found).toEqual([idOf(0), idOf(2), idOf(3), idOf(7, 1), null, null, null]);
  });
});
