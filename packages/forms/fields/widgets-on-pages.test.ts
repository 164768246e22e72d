import { fileURLToPath } from 'node:url';
import { openPdf, type PdfFile } from '@countersign/pdf';
import { PDFDocument, PDFHexString, PDFName, type PDFRef } from 'pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { readFormFields } from './form-fields.ts';
import { listWidgetsOnPages } from './widgets-on-pages.ts';

const FIXTURES = new URL('../../../fixtures/pdf/', import.meta.url);

type Entries = Record<string, unknown>;

/** `make` registers an object; `show` adds widgets to a page, from 0. */
interface FormBuilder {
  readonly make: (entries: Entries, ref?: PDFRef) => PDFRef;
  readonly nextRef: () => PDFRef;
  readonly show: (page: number, ...widgets: readonly PDFRef[]) => void;
}

async function buildForm(pages: number, build: (form: FormBuilder) => readonly PDFRef[]): Promise<PdfFile> {
  const document = await PDFDocument.create();
  const all = Array.from({ length: pages }, () => document.addPage([600, 800]));
  const { context } = document;
  const fields = build({
    nextRef: () => context.nextRef(),
    make: (entries, ref = context.nextRef()) => {
      context.assign(ref, context.obj(entries as never));
      return ref;
    },
    show: (page, ...widgets) => all[page]?.node.set(PDFName.of('Annots'), context.obj([...widgets])),
  });
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [...fields] }));
  return openPdf(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

let places = 0;
/** Returns entries of a widget with a rectangle of its own, so that the order is defined. */
const look = (entries: Entries = {}): Entries => {
  places += 1;
  return { Subtype: 'Widget', Rect: [10, 10 + 3 * places, 110, 12 + 3 * places], ...entries };
};
const T = (name: string) => PDFHexString.fromText(name);
const named = (name: string, entries: Entries = {}) => ({ FT: 'Tx', T: T(name), ...entries });

const namesOn = (file: PdfFile, ...pages: number[]) =>
  listWidgetsOnPages(file, pages).map(({ name }) => name);

function listByForm(file: PdfFile, page: number): string[] {
  const widgets = readFormFields(file).flatMap(({ name, widgets }) =>
    widgets.map(({ option: _, ...box }) => JSON.stringify({ ...box, name })),
  );
  return widgets.filter((widget) => JSON.parse(widget).page === page).sort();
}

/** Without the option, which only the whole form has. */
function listByPage(file: PdfFile, page: number): string[] {
  const widgets = listWidgetsOnPages(file, [page]);
  return widgets
    .map(({ page, x, y, width, height, name }) => JSON.stringify({ page, x, y, width, height, name }))
    .sort();
}

/** Returns how many dictionaries are read from their bytes during `work`. */
function countWalked(file: PdfFile, work: () => void): number {
  const walk = vi.spyOn(file, 'walkField');
  work();
  return new Set(walk.mock.calls.map(([ref]) => ref)).size;
}

describe('the widgets of some pages', () => {
  const FORMS = [
    'forms/contract.pdf',
    'forms/contract-object-streams.pdf',
    'forms/nested-names.pdf',
    'forms/without-appearances.pdf',
    'svc/attributes.pdf',
    'svc/mistakes.pdf',
  ];

  test.each(FORMS)('are those that the whole form has there: %s', (name) => {
    const file = openPdf(fileURLToPath(new URL(name, FIXTURES)));
    for (const { index } of file.pages()) expect(listByPage(file, index)).toEqual(listByForm(file, index));
    file.close();
  });

  test('cost the same in a form of 20 pages and of 90: neither fields nor pages are read that bear no box', async () => {
    const costOf = async (pages: number) => {
      const file = await buildForm(pages, ({ make, show, nextRef }) => {
        const group = nextRef();
        const kids = Array.from({ length: pages }, (_, page) => {
          const merged = make(look(named(`lone${page}`)));
          const kid = make(look(named(`kid${page}`, { Parent: group })));
          show(page, merged, kid);
          return { merged, kid };
        });
        make({ T: T('group'), Kids: kids.map(({ kid }) => kid) }, group);
        return [group, ...kids.map(({ merged }) => merged)];
      });
      const walked = countWalked(file, () => {
        expect(namesOn(file, 7, 9).sort()).toEqual(['group.kid7', 'group.kid9', 'lone7', 'lone9']);
      });
      return { walked, parsed: file.parsedObjectCount };
    };
    const few = await costOf(20);
    expect(few.walked).toBe(5);
    expect(await costOf(90)).toEqual(few);
  });

  test('cost nothing on pages without widgets', async () => {
    const file = await buildForm(3, ({ make, show }) => {
      const widget = make(look(named('a')));
      show(2, widget);
      return [widget];
    });
    expect(countWalked(file, () => expect(namesOn(file, 0, 1)).toEqual([]))).toBe(0);
  });

  test('come page by page, from top to bottom, a widget that two pages list on both', async () => {
    const file = await buildForm(2, ({ make, show }) => {
      const low = make(look(named('low')));
      const high = make(look(named('high')));
      show(0, low, high);
      show(1, low);
      return [low, high];
    });
    expect(namesOn(file, 1, 0)).toEqual(['high', 'low', 'low']);
  });

  test('exclude push buttons and signatures, which hold no value', async () => {
    const file = await buildForm(1, ({ make, show }) => {
      const all = [
        make(look(named('push', { FT: 'Btn', Ff: 1 << 16 }))),
        make(look(named('tick', { FT: 'Btn' }))),
        make(look(named('sign', { FT: 'Sig' }))),
      ];
      show(0, ...all);
      return all;
    });
    expect(namesOn(file, 0)).toEqual(['tick']);
  });
});

describe('a field is known from its widget upwards', () => {
  test.each([
    ['by levels without a name', { T: T('top') }, {}, {}, 'top'],
    ['by a name at every level', { T: T('top') }, { T: T('middle') }, { T: T('low') }, 'top.middle.low'],
    ['by no name at all', {}, {}, {}, ''],
  ])('%s', async (_, top, middle, low, name) => {
    const file = await buildForm(1, ({ make, show, nextRef }) => {
      const [root, inner] = [nextRef(), nextRef()];
      const widget = make(look({ Parent: inner, ...low }));
      make({ Parent: root, Kids: [widget], ...middle }, inner);
      show(0, widget);
      return [make({ FT: 'Tx', Kids: [inner], ...top }, root)];
    });
    expect(namesOn(file, 0)).toEqual([name]);
    expect(listByPage(file, 0)).toEqual(listByForm(file, 0));
  });

  test('whose /P may be missing or wrong', async () => {
    const file = await buildForm(2, ({ make, show, nextRef }) => {
      const wrong = make(look(named('wrong', { P: nextRef() })));
      const silent = make(look(named('silent')));
      show(1, wrong, silent);
      return [wrong, silent];
    });
    expect(namesOn(file, 1).sort()).toEqual(['silent', 'wrong']);
  });

  test('though the form lists the widget in place of its field', async () => {
    const file = await buildForm(1, ({ make, show, nextRef }) => {
      const field = nextRef();
      const kid = make(look({ Parent: field }));
      make(named('field', { Kids: [kid] }), field);
      show(0, kid);
      return [kid];
    });
    expect(namesOn(file, 0)).toEqual(['field']);
  });

  test('although only its first widget, on another page, has its type', async () => {
    const file = await buildForm(2, ({ make, show, nextRef }) => {
      const field = nextRef();
      const kids = [make(look({ Parent: field, FT: 'Tx' })), make(look({ Parent: field }))] as const;
      show(0, kids[0]);
      show(1, kids[1]);
      return [make({ T: T('field'), Kids: [...kids] }, field)];
    });
    expect(namesOn(file, 1)).toEqual(['field']);
  });
});

describe('the whole form is read for a widget', () => {
  test('whose kid it is without a /Parent', async () => {
    const file = await buildForm(1, ({ make, show }) => {
      const kid = make(look());
      show(0, kid);
      return [make(named('field', { Kids: [kid] }))];
    });
    expect(namesOn(file, 0)).toEqual(['field']);
  });

  test('that no field lists', async () => {
    const file = await buildForm(1, ({ make, show }) => {
      show(0, make(look(named('stray'))));
      return [];
    });
    expect(namesOn(file, 0)).toEqual(['stray']);
  });

  test('that its parent does not know', async () => {
    const file = await buildForm(1, ({ make, show, nextRef }) => {
      const field = nextRef();
      show(0, make(look({ Parent: field })));
      return [make(named('field', { Kids: [] }), field)];
    });
    expect(namesOn(file, 0)).toEqual(['field']);
  });

  test('whose parents go round in a circle', async () => {
    const file = await buildForm(1, ({ make, show, nextRef }) => {
      const [one, other] = [nextRef(), nextRef()];
      const widget = make(look({ Parent: one }));
      make(named('one', { Parent: other, Kids: [other, widget] }), one);
      make(named('other', { Parent: one, Kids: [one] }), other);
      show(0, widget);
      return [one];
    });
    expect(listByPage(file, 0)).toEqual(listByForm(file, 0));
    expect(namesOn(file, 0)).toHaveLength(1);
  });
});
