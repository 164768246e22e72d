import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit, ToolkitError } from '@countersign/toolkit';
import { expect } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const toolkit = inlineToolkit();
const folder = mkdtempSync(join(tmpdir(), 'countersign-accepted-'));

/** Removes the output. */
export function removeSealed(): void {
  rmSync(folder, { recursive: true });
}

/** Accepts, seals and merges a file as the service does. Returns `sealed`, or `refused: ` and the code. */
export async function acceptAndSeal(path: string): Promise<string> {
  let accepted: string;
  try {
    accepted = await accept(path);
  } catch (error) {
    if (error instanceof ToolkitError) return `refused: ${error.code}`;
    throw error;
  }
  await seal(accepted);
  await expectCleanMerge(accepted);
  return 'sealed';
}

/** POST /files/merge treats its result as an upload: nothing that was stripped may return. */
async function expectCleanMerge(path: string): Promise<void> {
  const merged = outputPath('merged');
  const { pages } = await toolkit.merge({ inputs: [fixturePath('plain/a4.pdf'), path], output: merged });
  expect(await toolkit.inspectUpload({ input: merged })).toMatchObject({
    pages,
    repaired: false,
    signatureFields: 0,
    signed: 0,
    activeContent: 0,
  });
  await toolkit.rehearse({ input: merged });
}

/** As signing/files/admit-pdf.ts does. */
async function accept(path: string): Promise<string> {
  const report = await toolkit.inspectUpload({ input: path });
  const needsRewrite = report.repaired || report.needsStripping;
  const accepted = needsRewrite ? outputPath('stripped') : path;
  if (needsRewrite) await toolkit.strip({ input: path, output: accepted });
  await toolkit.rehearse({ input: accepted });
  return accepted;
}

async function seal(path: string): Promise<void> {
  const [prepared, sealed] = [outputPath('prepared'), outputPath('sealed')];
  const { boxes } = await toolkit.prepare({
    input: path,
    output: prepared,
    values: [],
    mode: 'all',
    boxes: [{ id: 'a', type: 'signature', placement: 'new_page', label: 'Łukasz Żółć' }],
  });
  const lines = ['Łukasz Żółć', '2026-03-04 05:06:07 UTC'];
  // On the first page, which has the file's own annotations.
  const first = { id: 'b', type: 'signature', page: 0, x: 0, y: 0, width: 50, height: 20 } as const;
  const stamps = [...boxes, first].map((box) => ({ box, typedName: 'Łukasz Żółć', lines }));
  const statement = { reason: 'test', signedAt: '2026-03-04T05:06:07.000Z' };
  await toolkit.complete({ input: prepared, output: sealed, values: [], stamps, seal: statement });
  const { signatures } = await toolkit.verify({ input: sealed });
  expect(signatures.at(-1)).toMatchObject({ valid: true, coversWholeDocument: true });
}

function outputPath(name: string): string {
  return join(folder, `${name}-${Math.random().toString(36).slice(2)}.pdf`);
}
