import { prefill } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import fc from 'fast-check';
import { PDFDocument, PDFHexString, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { roundsOf } from '../../packages/pdf/testing/share.ts';
import { expectReadByAll, type Values } from './read-values.ts';

/** A terminal field, with variants of how it may be stored. */
interface Leaf {
  readonly kind: keyof typeof KINDS;
  readonly widgets: number;
  /** Field and only widget in one dictionary. */
  readonly isMerged: boolean;
  /** /Ff is repeated in the widgets. */
  readonly repeatsFlags: boolean;
  /** Missing from its /Kids or /Fields, but on a page. */
  readonly isLost: boolean;
}

/** A non-terminal field. */
interface Level {
  readonly kids: readonly Item[];
  /** Has a value that descendants inherit until they have their own. */
  readonly hasValue: boolean;
  readonly isLost: boolean;
}

type Item = Leaf | Level;

const KINDS = {
  text: { FT: 'Tx', Ff: 0 },
  check: { FT: 'Btn', Ff: 0 },
  radio: { FT: 'Btn', Ff: 1 << 15 },
  combo: { FT: 'Ch', Ff: 1 << 17 },
  list: { FT: 'Ch', Ff: 0 },
};

const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.record<Leaf>({
      kind: fc.constantFrom('text', 'check', 'radio', 'combo', 'list'),
      widgets: fc.integer({ min: 1, max: 3 }),
      isMerged: fc.boolean(),
      repeatsFlags: fc.boolean(),
      isLost: fc.boolean(),
    }),
    fc.record<Level>({
      kids: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      hasValue: fc.boolean(),
      isLost: fc.boolean(),
    }),
  ),
}));

const text = (value: string) => PDFHexString.fromText(value);

class TreeWriter {
  readonly leaves = new Map<string, Leaf>();
  readonly #document: PDFDocument;
  readonly #widgets: PDFRef[] = [];

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  write(roots: readonly Item[]): Promise<Uint8Array> {
    const Fields = roots.flatMap((root, index) => this.#listed(root, `n${index}`));
    const page = this.#document.addPage([600, 800]);
    page.node.set(PDFName.of('Annots'), this.#literal(this.#widgets) as never);
    this.#document.catalog.set(PDFName.of('AcroForm'), this.#literal({ Fields }));
    return this.#document.save({ useObjectStreams: false, updateFieldAppearances: false });
  }

  #literal(value: unknown): PDFObject {
    const { context } = this.#document;
    return (context.obj.bind(context) as (value: unknown) => PDFObject)(value);
  }

  /** Returns the reference for the parent's list, unless it is left out. */
  #listed(item: Item, name: string, Parent?: PDFRef): PDFRef[] {
    const ref = this.#document.context.nextRef();
    const entries = { T: text(name.slice(name.lastIndexOf('.') + 1)), ...(Parent ? { Parent } : {}) };
    if ('kids' in item) this.#writeLevel(ref, item, name, entries);
    else this.#writeLeaf(ref, item, name, entries);
    return item.isLost ? [] : [ref];
  }

  #writeLevel(ref: PDFRef, { kids, hasValue }: Level, name: string, entries: object): void {
    const Kids = kids.flatMap((kid, index) => this.#listed(kid, `${name}.k${index}`, ref));
    const isOfTexts = kids.every((kid) => 'kind' in kid && kid.kind === 'text');
    const value = hasValue && isOfTexts ? { V: text('of the level') } : {};
    this.#document.context.assign(ref, this.#literal({ ...entries, ...value, Kids }));
  }

  #writeLeaf(ref: PDFRef, leaf: Leaf, name: string, entries: object): void {
    const { context } = this.#document;
    this.leaves.set(name, leaf);
    const Opt = KINDS[leaf.kind].FT === 'Ch' ? { Opt: ['x', 'y', 'z'].map(text) } : {};
    const field = { ...entries, ...KINDS[leaf.kind], ...Opt };
    if (leaf.isMerged && leaf.widgets === 1) {
      context.assign(ref, this.#literal({ ...field, ...this.#widget(leaf, 0) }));
      this.#widgets.push(ref);
      return;
    }
    const Kids = Array.from({ length: leaf.widgets }, (_, index) =>
      context.register(this.#literal({ ...this.#widget(leaf, index), Parent: ref })),
    );
    this.#widgets.push(...Kids);
    context.assign(ref, this.#literal({ ...field, Kids }));
  }

  #widget({ kind, repeatsFlags }: Leaf, index: number): object {
    const y = 8 * this.#widgets.length + 8 * index;
    const { FT, Ff } = KINDS[kind];
    const states = { [kind === 'radio' ? `s${index}` : 'Yes']: {}, Off: {} };
    return {
      Type: 'Annot',
      Subtype: 'Widget',
      F: 4,
      Rect: [10, y, 60, y + 7],
      ...(FT === 'Btn' ? { AS: 'Off', AP: { N: states } } : {}),
      ...(repeatsFlags ? { Ff } : {}),
    };
  }
}

function chooseValue({ kind, widgets }: Leaf, seed: number): string {
  if (kind === 'text') return `ąż ${seed}`;
  if (kind === 'check') return 'Yes';
  return kind === 'radio' ? `s${seed % widgets}` : ('xyz'[seed % 3] ?? 'x');
}

async function countOpen(pdf: Uint8Array): Promise<number> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const annotations = await (await (await task.promise).getPage(1)).getAnnotations();
  await task.destroy();
  return annotations.filter(({ readOnly }) => !readOnly).length;
}

it('forms of any shape, also with fields that nothing lists, are read by all as we filled them', async () => {
  const forms = fc.array(item, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(forms, fc.nat(99), async (roots, seed) => {
      const writer = new TreeWriter(await PDFDocument.create());
      const file = openPdf(await writer.write(roots));
      const chosen = [...writer.leaves].map(
        ([name, leaf], index) => [name, chooseValue(leaf, seed + index)] as const,
      );
      await prefill(
        file,
        chosen.map(([name, value]) => ({ name, value })),
        'all',
      );
      const saved = file.save().toBytes();
      const values: Values = Object.fromEntries(chosen.map(([name, value]) => [name, [value]]));
      await expectReadByAll(saved, values);
      expect(await countOpen(saved)).toBe(0);
    }),
    { numRuns: roundsOf(40) },
  );
}, 60_000);
