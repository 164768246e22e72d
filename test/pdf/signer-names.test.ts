import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { stripSignatures } from '@countersign/seal';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';

const SIGNED = listCorpus()
  .filter(({ file, expect }) => file.startsWith('signed/') && expect.startsWith('accept'))
  .map(({ file }) => join(corpusFolder, file));
const FIXTURES = ['signed/signed.pdf', 'signed/certified.pdf'].map(fixturePath);

function namesOfPoppler(path: string): Record<string, string> {
  const { stdout } = runProgram('pdfsig', ['-nocert', path], { timeout: 60_000 });
  const signatures = stdout.split(/^Signature #\d+:/m).slice(1);
  const found = signatures.flatMap((text) => {
    const field = /Signature Field Name: (.*)/.exec(text)?.[1];
    const name = /Signer Certificate Common Name: (.+)/.exec(text)?.[1];
    return field === undefined || name === undefined || name === '(null)' ? [] : [[field, name] as const];
  });
  return Object.fromEntries(found);
}

function namesOfReport(path: string): Record<string, string | null> {
  const file = openPdf(path);
  try {
    const { signatures } = stripSignatures(file);
    return Object.fromEntries(signatures.map(({ fieldName, signerName }) => [fieldName, signerName]));
  } finally {
    file.close();
  }
}

describe('the signers that stripping reports', () => {
  it.skipIf(!hasPrograms('pdfsig'))(
    'are those whom pdfsig names, in fixtures and the corpus',
    { timeout: 300_000 },
    () => {
      let compared = 0;
      for (const path of [...FIXTURES, ...SIGNED]) {
        const theirs = namesOfPoppler(path);
        if (Object.keys(theirs).length > 0) expect(namesOfReport(path), path).toMatchObject(theirs);
        compared += Object.keys(theirs).length;
      }
      expect(compared).toBeGreaterThanOrEqual(SIGNED.length === 0 ? FIXTURES.length : 40);
    },
  );
});
