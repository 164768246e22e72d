import { describe, expect, it } from 'vitest';
import type { DraftSignee, TemplateConfiguration } from '../configuration/configuration.ts';
import { resolveTemplate } from './resolve-configuration.ts';

const ROLE = {
  fullName: 'Tenant',
  signatureType: 'digital_ink_id_scan',
  signaturePlacement: 'existing',
  signatureBox: { page: 1, x: 10, y: 20, scale: 0.5 },
  idScanBox: { page: 2, x: 30, y: 40, scale: 0.75 },
  signingOrder: 2,
} as const;

const TEMPLATE: TemplateConfiguration = {
  fileId: '00000000-0000-4000-8000-000000000001',
  name: 'Lease',
  signeeDetails: [ROLE],
  language: 'sv',
  fields: [{ name: 'rent', value: '100' }],
  personalMessage: 'From the template',
};

const REQUEST = { templateId: '00000000-0000-4000-8000-000000000002' };

function resolveSignee(signee: DraftSignee, role: object = ROLE): DraftSignee | undefined {
  const template = { ...TEMPLATE, signeeDetails: [role] };
  return resolveTemplate({ ...REQUEST, signeeDetails: [signee] }, template).signeeDetails?.[0];
}

describe('resolveTemplate', () => {
  it('[2.4-01] [2.4-15] [2.4-17] [4.4-31] takes everything of a role but who signs', () => {
    const { fullName: _, ...filled } = ROLE;
    expect(resolveSignee({})).toEqual(filled);
    expect(resolveSignee({ fullName: 'Ada' })).toEqual({ ...filled, fullName: 'Ada' });
  });

  it.each(['page', 'x', 'y', 'scale'] as const)(
    '[2.4-35] [4.4-32] takes %s of each box on its own',
    (member) => {
      const own = { page: 5, x: 6, y: 7, scale: 1.25 };
      for (const box of ['signatureBox', 'idScanBox'] as const) {
        expect(resolveSignee({ [box]: { ...own, [member]: undefined } })?.[box]).toEqual({
          ...own,
          [member]: ROLE[box][member],
        });
        expect(resolveSignee({ [box]: { [member]: own[member] } })?.[box]).toEqual({
          ...ROLE[box],
          [member]: own[member],
        });
      }
    },
  );

  it('[4.4-33] leaves open what neither has', () => {
    expect(resolveSignee({}, {})).toEqual({});
    expect(resolveSignee({ signatureBox: { x: 1 } }, { signatureBox: { y: 2 } })?.signatureBox).toEqual({
      x: 1,
      y: 2,
    });
    const two = { ...REQUEST, signeeDetails: [{}, { fullName: 'Without a role' }] };
    expect(resolveTemplate(two, TEMPLATE).signeeDetails?.[1]).toEqual({ fullName: 'Without a role' });
  });

  it('takes no box that has no effect', () => {
    const resolved = resolveSignee({ signaturePlacement: 'new_page', signatureType: 'digital_ink' });
    expect(resolved).not.toHaveProperty('signatureBox');
    expect(resolved).not.toHaveProperty('idScanBox');
    const own = { signaturePlacement: 'new_page', signatureBox: { page: 0, x: 1, y: 2 } } as const;
    expect(resolveSignee(own)?.signatureBox).toEqual(own.signatureBox);
  });

  it('takes other members as a whole where the request has none', () => {
    expect(resolveTemplate({ ...REQUEST, name: undefined }, TEMPLATE)).toEqual({
      templateId: REQUEST.templateId,
      name: 'Lease',
      language: 'sv',
      fields: TEMPLATE.fields,
      personalMessage: 'From the template',
    });
    const own = { ...REQUEST, name: 'Own', language: 'es', fields: [], personalMessage: '' } as const;
    expect(resolveTemplate(own, TEMPLATE)).toEqual(own);
  });
});
