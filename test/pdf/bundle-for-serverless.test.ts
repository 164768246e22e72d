import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { readText } from '../../packages/pdf/testing/draw-by-mupdf.ts';

const ROOT = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'bundled-project-'));
/** Without node_modules above it, as where a function runs. */
const deployed = mkdtempSync(join(tmpdir(), 'bundled-function-'));
afterAll(() => {
  for (const folder of [project, deployed]) rmSync(folder, { recursive: true });
});

/** The value needs a font, its WebAssembly and bidi-js. */
const VALUE = 'Ωμέγα שלום';
const SCRIPT = `
import { readFileSync, writeFileSync } from 'node:fs';
const { handler } = await import(process.argv[1]);
const values = [{ name: 'name', value: '${VALUE}' }];
const { sealed, ...report } = await handler({ pdf: readFileSync('form.pdf'), values });
writeFileSync('sealed.pdf', sealed);
console.log(JSON.stringify(report));
`;

function run(args: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

it('the recipe for serverless functions makes a folder that fills, seals and verifies by itself', async () => {
  const recipe = readFileSync(join(ROOT, 'docs/recipes/bundle-for-serverless.md'), 'utf8');
  for (const [, name = '', code = ''] of recipe.matchAll(/^```js (\S+)\n(.*?)^```$/gms))
    writeFileSync(join(project, name), code);
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  run(['bundle.mjs'], project);
  renameSync(join(project, 'bundle'), join(deployed, 'bundle'));

  const made = await PDFDocument.create();
  made
    .getForm()
    .createTextField('name')
    .addToPage(made.addPage([300, 200]), { x: 20, y: 100, width: 250 });
  writeFileSync(join(deployed, 'form.pdf'), await made.save());
  const module = pathToFileURL(join(deployed, 'bundle/function.mjs')).href;
  const said = run(['--input-type=module', '-e', SCRIPT, module], deployed);
  expect(JSON.parse(said)).toEqual({ state: 'intact', signatures: 1 });
  const text = readText(readFileSync(join(deployed, 'sealed.pdf')));
  for (const word of VALUE.split(' ')) expect(text).toContain(word);
});
