import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { flattenForm, prefill, readFormFields } from '@countersign/forms';
import { appendBlankPage, attachFile, createTextEmbedder, mergePdfs, openPdf } from '@countersign/pdf';
import {
  createDevelopmentSigner,
  loadP12Signer,
  placeSignatureBoxes,
  sealPdf,
  stampBoxes,
  strip,
} from '@countersign/seal';
import { inlineToolkit } from '@countersign/toolkit';
import { verifySignatures } from '@countersign/verify';
import { createToolkitPool } from '@countersign/workers';
import { afterAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const contract = fixturePath('forms/contract.pdf');
const contents = readFileSync(contract);
const wholeBuffer = () => new Uint8Array(contents).buffer;
const box = { type: 'signature', page: 0, x: 1, y: 1, width: 219, height: 58 } as const;
const now = new Date();

/** Untyped callers: JavaScript or unchecked JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what is wrong by type is what is tried here
const wrong = (value: unknown): any => value;

async function faultOf(work: () => unknown) {
  try {
    await work();
    return undefined;
  } catch (error) {
    const { code, params } = error as { code?: string; params?: Record<string, unknown> };
    return { code, argument: params?.argument };
  }
}

describe('an argument that is not what a function takes is named', () => {
  const file = () => openPdf(contents);
  const cases: readonly [string, () => unknown, string][] = [
    ['openPdf of a URL', () => openPdf(wrong(pathToFileURL(contract))), 'input'],
    ['openPdf of nothing', () => openPdf(wrong(undefined)), 'input'],
    ['openPdf of an empty path', () => openPdf(''), 'input'],
    ['openPdf of other numbers', () => openPdf(wrong(new Float64Array(4))), 'input'],
    ['openPdf with null as options', () => openPdf(contents, wrong(null)), 'options'],
    ['a page of no width', () => appendBlankPage(file(), { width: Number.NaN, height: 5 }), 'size.width'],
    ['a page of a negative height', () => appendBlankPage(file(), { width: 5, height: -1 }), 'size.height'],
    ['a merge of bytes', () => mergePdfs(wrong([contents])), 'files[0]'],
    ['writing to no path', () => file().save().writeTo(wrong(undefined)), 'path'],
    ['an attachment without a name', () => attachFile(file(), wrong({ bytes: contents })), 'attachment.name'],
    [
      'text of no size',
      () => createTextEmbedder(file()).drawText('a', { x: 0, y: 0, size: Number.NaN }),
      'placement.size',
    ],
    ...[
      [1, 0, 1.5],
      [1, 0, -0.1],
      [1, 0, Number.NaN],
    ].map(
      (color) =>
        [
          `text of the color ${color}`,
          () => createTextEmbedder(file()).drawText('a', { x: 0, y: 0, size: 9, color: wrong(color) }),
          'placement.color.2',
        ] as [string, () => unknown, string],
    ),
    [
      'text of a color in four parts',
      () => createTextEmbedder(file()).drawText('a', { x: 0, y: 0, size: 9, color: wrong([0, 0, 0, 0]) }),
      'placement.color.length',
    ],
    ['an option that an inline toolkit has not', () => inlineToolkit(wrong({ font: [] })), 'options.font'],
    ['text that is a number', () => createTextEmbedder(file()).measure(wrong(1), 1), 'text'],
    ['fields of bytes', () => readFormFields(wrong(contents)), 'file'],
    ['flattening a path', () => flattenForm(wrong(contract)), 'file'],
    [
      'a value that is a number',
      () => prefill(file(), wrong([{ name: 'plan', value: 1 }])),
      'values[0].value',
    ],
    ['true for a text', () => prefill(file(), [{ name: 'notes', value: true }]), 'values[0].value'],
    ['an unknown mode', () => prefill(file(), [], wrong('some')), 'mode'],
    [
      'a seal without a reason',
      async () =>
        sealPdf(
          file(),
          await createDevelopmentSigner({ key: 'ec-p256' }),
          wrong({ name: 'A', signedAt: now }),
        ),
      'options.reason',
    ],
    [
      'a seal at an invalid time',
      async () =>
        sealPdf(file(), await createDevelopmentSigner({ key: 'ec-p256' }), {
          ...{ reason: 'a', name: 'A', signedAt: new Date(Number.NaN) },
        }),
      'options.signedAt',
    ],
    [
      'a seal without a signer',
      () => sealPdf(file(), wrong(undefined), { reason: 'a', name: 'A', signedAt: now }),
      'signer',
    ],
    ['a stamp without content', () => stampBoxes(file(), [{ box, lines: [] }]), 'stamps[0]'],
    ['a stamp of blanks', () => stampBoxes(file(), [{ box, typedName: ' ', lines: [''] }]), 'stamps[0]'],
    [
      'a stamp with a misspelt member',
      () => stampBoxes(file(), wrong([{ box, lines: ['a'], typedname: 'Ada' }])),
      'stamps[0].typedname',
    ],
    ['a stamp without lines', () => stampBoxes(file(), wrong([{ box }])), 'stamps[0].lines'],
    [
      'a stamp of no height',
      () => stampBoxes(file(), [{ box: { ...box, height: Number.NaN }, lines: [] }]),
      'stamps[0].box.height',
    ],
    [
      'a box at a text',
      () =>
        placeSignatureBoxes(file(), wrong([{ type: 'signature', placement: 'existing', page: 0, x: '1' }])),
      'boxes[0].x',
    ],
    [
      'a limit that is misspelt',
      () => openPdf(contents, wrong({ limits: { object: 9 } })),
      'options.limits.object',
    ],
    [
      'a limit of NaN',
      () => openPdf(contents, { limits: { objects: Number.NaN } }),
      'options.limits.objects',
    ],
    ['a misspelt option of a merge', () => mergePdfs([file()], wrong({ title: [] })), 'options.title'],
    ['a misspelt option of text', () => createTextEmbedder(file(), wrong({ lang: 'sv' })), 'options.lang'],
    [
      'a misspelt option of reading',
      () => readFormFields(file(), wrong({ everyPages: true })),
      'reading.everyPages',
    ],
    [
      'a misspelt option of prefilling',
      () => prefill(file(), [], 'filled', wrong({ flatten: true })),
      'options.flatten',
    ],
    [
      'a misspelt option of boxes',
      () => placeSignatureBoxes(file(), [], wrong({ outline: true })),
      'options.outline',
    ],
    [
      'a misspelt option of stripping',
      () => strip(file(), wrong({ keepAttachment: true })),
      'options.keepAttachment',
    ],
    ['a strip of bytes', () => strip(wrong(contents)), 'file'],
    ['verification of null', () => verifySignatures(wrong(null)), 'input'],
    ['a key file without a passphrase', () => loadP12Signer(contents, wrong(undefined)), 'passphrase'],
  ];

  it.each(cases)('%s', async (_, work, argument) => {
    expect(await faultOf(work)).toEqual({ code: 'invalid_argument', argument });
  });

  it('says what it expected and what it found, and nothing of the content', async () => {
    expect(() => openPdf(wrong(pathToFileURL(contract)))).toThrow(
      'input: expected a path, a Uint8Array or an ArrayBuffer, found a URL (fileURLToPath makes a path of it)',
    );
    await expect(prefill(file(), wrong([{ name: 'plan', value: 4711 }]))).rejects.toThrow(/^(?!.*4711)/);
  });
});

describe('toolkits name the argument the same way, inline and on threads', () => {
  const toolkits = [
    ['inline', inlineToolkit()],
    ['pool', createToolkitPool({ threads: 1 })],
  ] as const;
  afterAll(() => Promise.all(toolkits.map(([, toolkit]) => toolkit.close())));

  it.each(toolkits)('%s', async (_, toolkit) => {
    const request = { values: [], mode: 'keepOriginal', boxes: [] } as const;
    const signedAt = now.toISOString();
    const cases: readonly [() => unknown, string][] = [
      [() => toolkit.inspect({ input: wrong(pathToFileURL(contract)) }), 'input'],
      [() => toolkit.strip({ input: contract, output: wrong(undefined) }), 'output'],
      [() => toolkit.seal({ input: contract, output: '/tmp/never.pdf', ...wrong({ signedAt }) }), 'reason'],
      [
        () => toolkit.seal({ input: contract, output: '/tmp/never.pdf', reason: 'a', signedAt: 'noon' }),
        'signedAt',
      ],
      [
        () =>
          toolkit.prepare({
            input: contract,
            output: '/tmp/never.pdf',
            ...wrong({ ...request, boxes: undefined }),
          }),
        'boxes',
      ],
      [() => toolkit.inspect(wrong(contract)), 'arguments'],
      [() => toolkit.checkText({ texts: wrong('one') }), 'texts'],
      [() => toolkit.merge({ inputs: wrong([contract, 1]), output: '/tmp/never.pdf' }), 'inputs[1]'],
      [
        () =>
          toolkit.prepare({
            input: contract,
            output: '/tmp/never.pdf',
            ...wrong({ ...request, flaten: true }),
          }),
        'flaten',
      ],
      [
        () =>
          toolkit.seal({
            input: contract,
            output: '/tmp/never.pdf',
            ...wrong({ reason: 'a', signedAt, level: 'B-T' }),
          }),
        'level',
      ],
      [
        () =>
          toolkit.checkBoxes({
            input: contract,
            boxes: [
              wrong({ id: 'a', type: 'signature', placement: 'existing', page: 0, x: 1, y: 1, with: 9 }),
            ],
          }),
        'boxes[0].with',
      ],
      ...[
        [{ attachments: [{ name: 'a' }] }, 'attachments[0].content'],
        [{ evidence: {} }, 'evidence.report'],
        [{ evidences: {} }, 'evidences'],
      ].map(([more, argument]): [() => unknown, string] => [
        () =>
          toolkit.complete({
            input: contract,
            output: '/tmp/never.pdf',
            ...wrong({ values: [], stamps: [], seal: { reason: 'a', signedAt }, ...wrong(more) }),
          }),
        String(argument),
      ]),
      [() => toolkit.verify({ input: contract }, wrong({ foo: 1 })), 'options.foo'],
      [() => toolkit.verify({ input: contract }, wrong(null)), 'options'],
      [
        () =>
          toolkit.strip({ input: contract, output: '/tmp/never.pdf', ...wrong({ keepAttachment: true }) }),
        'keepAttachment',
      ],
      [() => toolkit.inspect({ input: contract }, wrong({ timeoutMs: '9' })), 'options.timeoutMs'],
      // The timer ended at once.
      [() => toolkit.inspect({ input: contract }, { timeoutMs: 2 ** 31 }), 'options.timeoutMs'],
      [() => toolkit.inspect({ input: contract }, wrong({ urgency: 'high' })), 'options.urgency'],
      [() => toolkit.inspect({ input: contract }, wrong({ signal: {} })), 'options.signal'],
    ];
    for (const [work, argument] of cases)
      expect(await faultOf(work)).toEqual({ code: 'invalid_argument', argument });
    expect(await toolkit.inspect({ input: wholeBuffer() })).toMatchObject({ pages: 2 });
  });
});

/** `threads: 0` waited for ever, and the others had no effect or an effect of their own. */
describe('options of a pool that it cannot have are named', () => {
  it.each([
    [{ threads: 0 }, 'options.threads'],
    [{ threads: 1.5 }, 'options.threads'],
    [{ timeoutMs: 'abc' }, 'options.timeoutMs'],
    [{ memoryLimitMb: Number.NaN }, 'options.memoryLimitMb'],
    [{ threads: -1 }, 'options.threads'],
    [{ threads: '2' }, 'options.threads'],
    [{ thread: 2 }, 'options.thread'],
    [{ signer: { kind: 'pen' } }, 'options.signer.kind'],
    [{ workerFile: 'nope' }, 'options.workerFile'],
    [{ timeoutMs: 2 ** 31 }, 'options.timeoutMs'],
    [{ isolation: 'always' }, 'options.isolation'],
  ])('%o', (options, argument) => {
    expect(() => createToolkitPool(options as never)).toThrow(
      expect.objectContaining({
        name: 'ToolkitError',
        code: 'invalid_argument',
        params: expect.objectContaining({ argument }),
      }),
    );
  });
});

it.each(['2026-02-30T10:00:00Z', 'May 1', '1', '2026-11-21T25:00:00Z'])(
  '%s is no time of a seal',
  async (signedAt) => {
    const sealed = inlineToolkit().seal({ input: Buffer.of(), output: 'no.pdf', reason: 'All', signedAt });
    await expect(sealed).rejects.toMatchObject({
      code: 'invalid_argument',
      params: { argument: 'signedAt' },
    });
  },
);

it('inputs of a merge have a limit that the caller chooses', async () => {
  const merged = inlineToolkit().merge({
    inputs: [Buffer.alloc(60), Buffer.alloc(60)],
    output: 'no.pdf',
    maxBytes: 100,
  });
  await expect(merged).rejects.toMatchObject({
    code: 'inputs_too_large',
    params: { bytes: 120, limit: 100 },
  });
});

describe('what is easily meant is taken', () => {
  it('an ArrayBuffer is a file', () => {
    expect(openPdf(wholeBuffer()).pageCount).toBe(2);
    expect(verifySignatures(wholeBuffer())).toEqual([]);
  });

  it('check boxes take true and false', async () => {
    const file = openPdf(contents);
    const [checkbox] = readFormFields(file).filter(({ type, editable }) => type === 'checkbox' && editable);
    if (checkbox === undefined) throw new Error('the form has no check box');
    const valueNow = () => readFormFields(file).find(({ name }) => name === checkbox.name)?.value;
    await prefill(file, [{ name: checkbox.name, value: true }]);
    expect(valueNow()).toEqual([checkbox.options[0]?.value]);
    const report = await prefill(file, [{ name: checkbox.name, value: false }]);
    expect([valueNow(), report.cleared]).toEqual([[], [checkbox.name]]);
  });
});

describe('a file that was closed', () => {
  it.each([
    ['of a path', contract],
    ['of bytes', contents],
  ])('%s is reported on further use', (_, input) => {
    const file = openPdf(input);
    file.close();
    file.close();
    const uses = [
      () => file.page(0),
      () => file.pageCount,
      () => file.save(),
      () => file.rewrite(),
      () => readFormFields(file),
    ];
    for (const use of uses) expect(use).toThrowError(expect.objectContaining({ code: 'file_closed' }));
  });
});
