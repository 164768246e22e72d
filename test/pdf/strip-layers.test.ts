import { openPdf } from '@countersign/pdf';
import { strip } from '@countersign/seal';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { buildPdf, pageBodies } from '../../packages/pdf/testing/build-pdf.ts';

interface Layers {
  /** Entries of the default configuration. */
  readonly config?: string;
  readonly usage?: string;
  /** Entries of another configuration. */
  readonly other?: string;
  /** Entries of a membership dictionary in the page's content. */
  readonly membership?: string;
}

function build({ config = '', usage = '', other, membership }: Layers): Uint8Array {
  const properties = membership === undefined ? '' : '/Resources << /Properties << /M 12 0 R >> >>';
  const configs = other === undefined ? '' : `/Configs [<< ${other} >>]`;
  return buildPdf({
    ...pageBodies(1, properties),
    1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [10 0 R 11 0 R] /D << ${config} >> ${configs} >> >>`,
    10: `<< /Type /OCG /Name (A) /Usage << ${usage} >> >>`,
    11: '<< /Type /OCG /Name (B) >>',
    12: `<< /Type /OCMD ${membership ?? ''} >>`,
  });
}

function judge(layers: Layers) {
  const { hiddenLayers, unprintedLayers, changed } = strip(openPdf(build(layers)));
  expect(changed).toBe(false);
  return { hidden: hiddenLayers, unprinted: unprintedLayers };
}

const applied = (event: string, category: string) =>
  `/AS [<< /Event /${event} /OCGs [10 0 R] /Category [/${category}] >>]`;

describe('layers that are not always visible', () => {
  it.each<[string, Layers, readonly string[]]>([
    ['nothing is switched', {}, []],
    ['one is off', { config: '/OFF [11 0 R]' }, ['B']],
    ['all are off but one', { config: '/BaseState /OFF /ON [11 0 R]' }, ['A']],
    ['all are off', { config: '/BaseState /OFF' }, ['A', 'B']],
    ['one is off in another configuration', { other: '/OFF [11 0 R]' }, ['B']],
    ['all but one are off in another', { other: '/BaseState /OFF /ON [11 0 R]' }, ['A']],
    ['usage hides it on screen', { usage: '/View << /ViewState /OFF >>' }, ['A']],
    [
      'usage hides it on screen, as the configuration wants',
      { config: applied('View', 'View'), usage: '/View << /ViewState /OFF >>' },
      ['A'],
    ],
    [
      'usage shows on screen what is off',
      { config: `/OFF [10 0 R] ${applied('View', 'View')}`, usage: '/View << /ViewState /ON >>' },
      ['A'],
    ],
    ['it comes with a size', { config: applied('View', 'Zoom'), usage: '/Zoom << /min 4 >>' }, ['A']],
    ['a zoom range that is not applied', { usage: '/Zoom << /min 4 >>' }, []],
    [
      'it comes with a language',
      { config: applied('View', 'Language'), usage: '/Language << /Lang (sv) >>' },
      ['A'],
    ],
    [
      'it is not exported',
      { config: applied('Export', 'Export'), usage: '/Export << /ExportState /OFF >>' },
      [],
    ],
    ['content is of shown layers', { membership: '/OCGs [10 0 R 11 0 R]' }, []],
    ['content is of no layer', { membership: '/OCGs []' }, []],
    ['content needs a layer off', { membership: '/OCGs 10 0 R /P /AllOff' }, ['Not(A)']],
    [
      'content needs some layer off',
      { membership: '/OCGs [10 0 R 11 0 R] /P /AnyOff' },
      ['Or(Not(A), Not(B))'],
    ],
    ['an expression hides it', { membership: '/VE [/And 11 0 R [/Not 10 0 R]]' }, ['And(B, Not(A))']],
    ['an expression shows it', { membership: '/VE [/Or 11 0 R [/Not 10 0 R]]' }, []],
    [
      'one of two layers is off under /AllOn',
      { config: '/OFF [11 0 R]', membership: '/OCGs [10 0 R 11 0 R] /P /AllOn' },
      ['B'],
    ],
    [
      'content shown by a layer that is off',
      { config: '/OFF [10 0 R]', membership: '/VE [/Not 10 0 R]' },
      ['A'],
    ],
  ])('are reported when %s', (_, layers, hidden) => {
    expect(judge(layers)).toEqual({ hidden, unprinted: [] });
  });

  it.each<[string, Layers, readonly string[]]>([
    ['usage says so', { usage: '/Print << /PrintState /OFF >>' }, ['A']],
    [
      'usage says so, as the configuration wants',
      { config: applied('Print', 'Print'), usage: '/Print << /PrintState /OFF >>' },
      ['A'],
    ],
    ['it is printed', { config: applied('Print', 'Print'), usage: '/Print << /PrintState /ON >>' }, []],
    [
      'content goes with it',
      { usage: '/Print << /PrintState /OFF >>', membership: '/OCGs [10 0 R] /P /AllOn' },
      ['A'],
    ],
  ])('are reported apart when they are shown and not printed: %s', (_, layers, unprinted) => {
    expect(judge(layers)).toEqual({ hidden: [], unprinted });
  });

  it('are those that pdf.js hides', async () => {
    const cases: Layers[] = [
      { config: '/BaseState /OFF /ON [11 0 R]' },
      { usage: '/View << /ViewState /OFF >>' },
      { usage: '/Print << /PrintState /OFF >>' },
    ];
    for (const layers of cases) {
      const task = getDocument({ data: Uint8Array.from(build(layers)), verbosity: 0 });
      const document = await task.promise;
      const [screen, print] = await Promise.all(
        (['display', 'print'] as const).map(async (intent) => {
          const config = await document.getOptionalContentConfig({ intent });
          return [...config].filter(([, { visible }]) => !visible).map(([, { name }]) => name);
        }),
      );
      const { hidden, unprinted } = judge(layers);
      expect(screen).toEqual(hidden);
      expect(print?.filter((name) => !screen?.includes(name ?? ''))).toEqual(unprinted);
      await task.destroy();
    }
  });

  it('are not judged where a few arrays stand for millions of layers', () => {
    const numbers = Array.from({ length: 1_500 }, (_, index) => index + 20);
    const names = numbers.map((number) => `/M${number} ${number} 0 R`).join(' ');
    const bodies = {
      ...pageBodies(1, `/Resources << /Properties << ${names} >> >>`),
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs 11 0 R /D << >> >> >>',
      10: '<< /Type /OCG /Name (A) >>',
      11: `[${'10 0 R '.repeat(1_500)}]`,
      ...Object.fromEntries(numbers.map((number) => [number, '<< /Type /OCMD /OCGs 11 0 R >>'])),
    };
    expect(() => strip(openPdf(buildPdf(bodies)))).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  it('are reported by twenty names at most', () => {
    const many = judge({ membership: `/OCGs [${'10 0 R '.repeat(100)}] /P /AllOff` }).hidden;
    expect(many).toEqual([`And(${'Not(A), '.repeat(20)}…)`]);
  });

  it('are judged however deep an expression goes', () => {
    const deep = `${'[/Not '.repeat(200)}10 0 R${']'.repeat(200)}`;
    expect(judge({ membership: `/VE ${deep}` }).unprinted).toEqual([]);
  });
});
