import { linkConfiguration, templateConfiguration } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { buildBox } from '../../../testing/build-mark.ts';
import { toConfiguration } from './configuration.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { newSignee } from './signee.ts';

const NOW = new Date('2026-11-23T10:00:00');
const FILE = '584a1f8c-8517-4854-89e1-7075be856bfb';
const BOX = { page: 0, x: 10, y: 20, scale: 1 };
const draft = {
  ...EMPTY_DRAFT,
  name: 'Lease',
  personalMessage: 'Hello',
  fields: { city: 'Umeå' },
  marks: [buildBox('s', { x: 10, y: 20 }, { owner: 'tenant' })],
  signees: [
    newSignee({ fullName: 'Tenant', emailAddress: 'a@example.com', key: 'tenant' }),
    newSignee({ emailAddress: 'b@example.com', signatureType: 'not_set' }),
  ],
};

describe('a draft saved as something else', () => {
  it('[4.4-31] is a template without contact details, with the names as labels', () => {
    const template = { ...toConfiguration(draft, 'template', NOW), fileId: FILE };
    expect(templateConfiguration.parse(template)).toEqual(template);
    expect(template.signeeDetails).toMatchObject([
      { fullName: 'Tenant', signatureBox: BOX },
      { signatureType: 'not_set', signaturePlacement: 'new_page' },
    ]);
    expect(JSON.stringify(template.signeeDetails)).not.toContain('@');
  });

  // The address of the first signee was prefilled in the documents of all who came after.
  it('is a template without the contact details that were prefilled in fields', () => {
    const fields = { city: 'Umeå', email: 'a@example.com', other: 'info@example.com' };
    const template = toConfiguration({ ...draft, fields }, 'template', NOW);
    expect(template.fields?.map(({ name }) => name)).toEqual(['city', 'other']);
  });

  it('[D6-26] is a public link with a slot for each signee', () => {
    const link = {
      ...toConfiguration({ ...draft, disablePrinting: true }, 'link', NOW),
      fileId: FILE,
    };
    expect(linkConfiguration.parse(link)).toEqual(link);
    expect(link.signeeDetails).toMatchObject([
      { label: 'Tenant', signatureType: 'digital_ink' },
      { signatureType: 'digital_ink' },
    ]);
  });
});
