import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const SCRIPT = `
const { openPdf } = await import('@countersign/pdf');
const { createDevelopmentSigner, sealPdf, stampBoxes } = await import('@countersign/seal');
const { verifySignatures } = await import('@countersign/verify');
const isLoaded = () => process.report.getReport().sharedObjects.some((path) => /sharp|vips/.test(path));
const file = openPdf(process.argv[1]);
const box = { type: 'signature', page: 0, x: 10, y: 10, width: 219, height: 58 };
await stampBoxes(file, [{ box, typedName: 'Ada', lines: [] }]);
const statement = { reason: 'a', name: 'b', signedAt: new Date() };
const sealed = await sealPdf(file, await createDevelopmentSigner({ key: 'ec-p256' }), statement);
const [{ valid }] = verifySignatures(sealed.toBytes());
const before = isLoaded();
await stampBoxes(file, [{ box, image: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]), lines: [] }]).catch(() => undefined);
console.log(JSON.stringify({ valid, before, after: isLoaded() }));
`;

it('sealing, verifying and typed names load no native image code, which an image does', () => {
  const args = ['--input-type=module', '-e', SCRIPT, fixturePath('forms/contract.pdf')];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(stdout, stderr).toBe('{"valid":true,"before":false,"after":true}\n');
});
