import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPdf } from '@countersign/pdf';
import { expect, test } from 'vitest';
import { countFormFields } from './form.ts';
import { readFormFields } from './form-fields.ts';

const FORMS = fileURLToPath(new URL('../../../fixtures/pdf/forms/', import.meta.url));
/** Refused on opening: its form is not an AcroForm. */
const REFUSED = 'xfa-only.pdf';

test.each(readdirSync(FORMS).filter((name) => name !== REFUSED))(
  'counts the fields that are listed in %s',
  (name) => {
    const [one, other] = [openPdf(FORMS + name), openPdf(FORMS + name)];
    expect(countFormFields(one)).toBe(readFormFields(other).length);
    for (const file of [one, other]) file.close();
  },
);
