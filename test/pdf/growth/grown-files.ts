import { FORM_DEFAULTS, HELVETICA, references, textWidget } from '../../../fixtures/build/widget.ts';
import { buildFile, formatStream } from '../../../packages/seal/testing/build-file.ts';

/** The size of a part. */
type Grow = (count: number) => Buffer;

const FIRST = 100;

function times(count: number, write: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => write(index));
}

function numbered(first: number, bodies: readonly string[]): Record<number, string> {
  return Object.fromEntries(bodies.map((body, index) => [first + index, body]));
}

interface Parts {
  readonly catalog?: string;
  readonly form?: string;
  readonly page?: string;
  readonly content?: string;
  readonly more?: Readonly<Record<number, string>>;
}

/** Of one page: 4 with content 5; the form's fields and the page's annotations are given. */
function onePage({ catalog = '', form = '', page = '', content = '', more = {} }: Parts): Buffer {
  return buildFile({
    1: `<</Type/Catalog/Pages 2 0 R ${form === '' ? '' : '/AcroForm 6 0 R'} ${catalog}>>`,
    2: '<</Type/Pages/Count 1/MediaBox[0 0 600 800]/Resources<</Font<</Helv 3 0 R>>>>/Kids[4 0 R]>>',
    3: HELVETICA,
    4: `<</Type/Page/Parent 2 0 R/Contents 5 0 R ${page}>>`,
    5: formatStream(content),
    ...(form !== '' && { 6: `<<${FORM_DEFAULTS} ${form}>>` }),
    ...more,
  });
}

function withFields(bodies: readonly string[], more: Readonly<Record<number, string>> = {}): Buffer {
  const list = references(FIRST, bodies.length);
  return onePage({
    form: `/Fields [${list}]`,
    page: `/Annots [${list}]`,
    more: { ...numbered(FIRST, bodies), ...more },
  });
}

function choice(name: string, flags: number, options: readonly string[], more = ''): string {
  return `<</Type/Annot/Subtype/Widget/FT/Ch/Ff ${flags}/T(${name})/F 4/P 4 0 R/Rect[50 50 250 250]/DA(/Helv 10 Tf 0 g)/Opt[${options.join(' ')}]${more}>>`;
}

const place = (index: number) => [10, index * 7, 110, index * 7 + 6];
const field = (name: string, index: number, more = '') => textWidget(name, 4, place(index), more);

/** Revisions that each change the page. */
function appendRevisions(base: Buffer, count: number): Buffer {
  let text = base.toString('latin1');
  let previous = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  for (let index = 0; index < count; index += 1) {
    const at = text.length;
    text += `5 0 obj\n${formatStream(`0 0 ${index} 10 re f`)}\nendobj\n`;
    const table = text.length;
    text += `xref\n5 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 200/Root 1 0 R/Prev ${previous}>>\nstartxref\n${table}\n%%EOF\n`;
    previous = table;
  }
  return Buffer.from(text, 'latin1');
}

function pagesOf(count: number, page: (index: number) => string): Record<number, string> {
  return {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${count}/MediaBox[0 0 300 400]/Resources<<>>/Kids[${references(FIRST, count)}]>>`,
    5: formatStream('0 0 10 10 re f'),
    ...numbered(FIRST, times(count, page)),
  };
}

const PAGE = '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>';

/** Levels of nodes with two kids each. */
function balancedPages(count: number): Buffer {
  const bodies: Record<number, string> = {};
  let next = FIRST;
  const node = (from: number, pages: number, parent: number): number => {
    const own = from === 0 && parent === 1 ? 2 : next++;
    if (pages === 1) bodies[own] = `<</Type/Page/Parent ${parent} 0 R/Contents 5 0 R>>`;
    else {
      const half = Math.floor(pages / 2);
      const kids = [node(from, half, own), node(from + half, pages - half, own)];
      bodies[own] =
        `<</Type/Pages/MediaBox[0 0 300 400]/Resources<<>>${parent === 1 ? '' : `/Parent ${parent} 0 R`}/Count ${pages}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`;
    }
    return own;
  };
  bodies[1] = '<</Type/Catalog/Pages 2 0 R>>';
  bodies[5] = formatStream('0 0 10 10 re f');
  node(0, count, 1);
  return buildFile(bodies);
}

function outline(count: number, isNested: boolean): Buffer {
  const at = (index: number) => `${FIRST + index} 0 R`;
  const items = times(count, (index) => {
    const dest = `/Title(${index})/Dest[4 0 R/Fit]`;
    const next = index + 1 < count ? at(index + 1) : '';
    if (!isNested)
      return `<<${dest}/Parent 7 0 R${next && `/Next ${next}`}${index > 0 ? `/Prev ${at(index - 1)}` : ''}>>`;
    return `<<${dest}/Parent ${index === 0 ? '7 0 R' : at(index - 1)}${next && `/First ${next}/Last ${next}/Count 1`}>>`;
  });
  const last = isNested ? at(0) : at(count - 1);
  return onePage({
    catalog: '/Outlines 7 0 R',
    more: { 7: `<</Type/Outlines/Count ${count}/First ${at(0)}/Last ${last}>>`, ...numbered(FIRST, items) },
  });
}

function structure(count: number): Buffer {
  const elements = times(count, (index) => `<</Type/StructElem/S/P/P 8 0 R/Pg 4 0 R/K ${index}>>`);
  return onePage({
    catalog: '/StructTreeRoot 7 0 R/MarkInfo<</Marked true>>',
    page: '/StructParents 0',
    more: {
      7: `<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0 [${references(FIRST, count)}]]>>>>`,
      8: `<</Type/StructElem/S/Document/P 7 0 R/K[${references(FIRST, count)}]>>`,
      ...numbered(FIRST, elements),
    },
  });
}

function layers(count: number): Buffer {
  const list = references(FIRST, count);
  return onePage({
    catalog: `/OCProperties<</OCGs[${list}]/D<</Order[${list}]/OFF[${list}]>>>>`,
    more: numbered(
      FIRST,
      times(count, (index) => `<</Type/OCG/Name(Layer ${index})>>`),
    ),
  });
}

/** A chain of annotations that answer each other, of kinds with and without an action. */
function annotations(count: number): Buffer {
  const notes = times(count, (index) => {
    const reply = index === 0 ? '' : `/IRT ${FIRST + index - 1} 0 R`;
    const kind = index % 2 === 0 ? '/Subtype/Link/A<</S/JavaScript/JS(1)>>' : '/Subtype/Square/Contents(a)';
    return `<</Type/Annot${kind}/Rect[${place(index).join(' ')}]/P 4 0 R${reply}>>`;
  });
  return onePage({ page: `/Annots[${references(FIRST, count)}]`, more: numbered(FIRST, notes) });
}

function nested(count: number, open: string, close: string): string {
  return `${open.repeat(count)}${close.repeat(count)}`;
}

function attachments(count: number): Buffer {
  const names = times(count, (index) => `(file${String(index).padStart(6, '0')}) ${FIRST + 2 * index} 0 R`);
  const specs = times(2 * count, (index) =>
    index % 2 === 0
      ? `<</Type/Filespec/F(file${index})/UF(file${index})/EF<</F ${FIRST + index + 1} 0 R>>>>`
      : formatStream('data', '/Type/EmbeddedFile'),
  );
  return onePage({
    catalog: `/Names<</EmbeddedFiles<</Names[${names.join(' ')}]>>>>/AF[${references(FIRST, count, 2)}]`,
    more: numbered(FIRST, specs),
  });
}

function destinations(count: number): Buffer {
  const names = times(count, (index) => `(dest${String(index).padStart(6, '0')}) [4 0 R/Fit]`);
  return onePage({
    catalog: `/Names<</Dests<</Names[${names.join(' ')}]>>>>/PageLabels<</Nums[${times(count, (index) => `${index} <</S/D>>`).join(' ')}]>>`,
  });
}

function radioButtons(count: number): Buffer {
  const kids = times(
    count,
    (index) =>
      `<</Type/Annot/Subtype/Widget/Parent ${FIRST - 1} 0 R/F 4/P 4 0 R/Rect[${place(index).join(' ')}]/AP<</N<</o${index} 50 0 R/Off 50 0 R>>>>/AS/Off>>`,
  );
  return onePage({
    form: `/Fields[${FIRST - 1} 0 R]`,
    page: `/Annots[${references(FIRST, count)}]`,
    more: {
      50: formatStream('', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]'),
      [FIRST - 1]: `<</FT/Btn/Ff 49152/T(a)/Kids[${references(FIRST, count)}]>>`,
      ...numbered(FIRST, kids),
    },
  });
}

/** Field 99 with widgets. */
function widgetsOfOneField(count: number): Buffer {
  const kids = times(
    count,
    (index) =>
      `<</Type/Annot/Subtype/Widget/Parent ${FIRST - 1} 0 R/F 4/P 4 0 R/Rect[${place(index).join(' ')}]>>`,
  );
  return onePage({
    form: `/Fields[${FIRST - 1} 0 R]`,
    page: `/Annots[${references(FIRST, count)}]`,
    more: {
      [FIRST - 1]: `<</FT/Tx/T(a)/V(x)/DA(/Helv 10 Tf 0 g)/Kids[${references(FIRST, count)}]>>`,
      ...numbered(FIRST, kids),
    },
  });
}

function drawnForms(count: number): Buffer {
  const names = times(count, (index) => `/F${index} ${FIRST + index} 0 R`).join('');
  return onePage({
    page: `/Resources<</XObject<<${names}>>>>`,
    content: times(count, (index) => `/F${index} Do`).join('\n'),
    more: numbered(
      FIRST,
      times(count, () => formatStream('0 0 1 1 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')),
    ),
  });
}

/** Without its cross-reference table. */
function broken(file: Buffer): Buffer {
  const text = file.toString('latin1');
  return Buffer.from(text.slice(0, text.lastIndexOf('xref\n0')), 'latin1');
}

const named = (count: number) => withFields(times(count, (index) => field(`f${index}`, index)));

/** Files that grow in one part. Fields of the first kinds are named `f0`, those of one field `a`. */
export const GROWN_FILES: Readonly<Record<string, Grow>> = {
  fields: named,
  'fields with values': (count) => withFields(times(count, (index) => field(`f${index}`, index, '/V(old)'))),
  'fields with scripts': (count) =>
    withFields(times(count, (index) => field(`f${index}`, index, '/AA<</K<</S/JavaScript/JS(1)>>>>'))),
  'fields of one name': (count) => withFields(times(count, (index) => field('a', index))),
  'fields with names alike': (count) =>
    withFields(times(count, (index) => field(`svc-input-fullname-${index}`, index))),
  'fields of one group': (count) =>
    withFields(times(count, (index) => field(`a-svc-group-1-${index}`, index))),
  'signature fields': (count) =>
    withFields(
      times(
        count,
        (index) =>
          `<</Type/Annot/Subtype/Widget/FT/Sig/T(s${index})/F 4/P 4 0 R/Rect[${place(index).join(' ')}]>>`,
      ),
    ),
  'unlisted fields': (count) =>
    onePage({
      form: '/Fields[]',
      page: `/Annots[${references(FIRST, count)}]`,
      more: numbered(
        FIRST,
        times(count, (index) => field(`f${index}`, index)),
      ),
    }),
  'computed fields': (count) => {
    const list = references(FIRST, count);
    return onePage({
      form: `/Fields[${list}]/CO[${list}]`,
      page: `/Annots[${list}]`,
      more: numbered(
        FIRST,
        times(count, (index) => field(`f${index}`, index)),
      ),
    });
  },
  'widgets of one field': widgetsOfOneField,
  'options of a list box': (count) =>
    withFields([
      choice(
        'a',
        1 << 21,
        times(count, (index) => `(option ${index})`),
      ),
    ]),
  'options of a combo box': (count) =>
    withFields([
      choice(
        'a',
        1 << 17,
        times(count, (index) => `[(v${index})(option ${index})]`),
      ),
    ]),
  'options of one value': (count) =>
    withFields([
      choice(
        'a',
        1 << 21,
        times(count, (index) => `[(v)(option ${index})]`),
      ),
    ]),
  'chosen options': (count) =>
    withFields([
      choice(
        'a',
        1 << 21,
        times(count, (index) => `(option ${index})`),
        `/V[${times(count, (index) => `(option ${index})`).join(' ')}]`,
      ),
    ]),
  'radio buttons': radioButtons,
  pages: (count) => buildFile(pagesOf(count, () => PAGE)),
  'pages in a balanced tree': balancedPages,
  'pages with a list of annotations in common': (count) =>
    buildFile({
      ...pagesOf(count, () => '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 6 0 R>>'),
      6: '[7 0 R]',
      7: '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>',
    }),
  'pages listed again': (count) =>
    buildFile({
      ...pagesOf(1, () => PAGE),
      2: `<</Type/Pages/Count ${count}/MediaBox[0 0 300 400]/Resources<<>>/Kids[${'100 0 R '.repeat(count)}]>>`,
    }),
  'objects nobody needs': (count) =>
    onePage({
      more: numbered(
        FIRST,
        times(count, (index) => `(${index})`),
      ),
    }),
  'chained objects': (count) =>
    onePage({
      catalog: `/Chain ${FIRST} 0 R`,
      more: numbered(
        FIRST,
        times(count, (index) => `<</Next ${FIRST + index + 1} 0 R>>`),
      ),
    }),
  'a broken file': (count) => broken(named(count)),
  revisions: (count) => appendRevisions(named(1), count),
  annotations,
  attachments,
  destinations,
  'an outline': (count) => outline(count, false),
  'a nested outline': (count) => outline(count, true),
  'a structure tree': structure,
  layers,
  'drawn forms': drawnForms,
  operators: (count) => onePage({ content: '0 0 1 1 re f\n'.repeat(count) }),
  'saved states': (count) => onePage({ content: 'q 1 0 0 1 0 0 cm\n'.repeat(count) }),
  'closed states': (count) => onePage({ content: 'Q\n'.repeat(count) }),
  'marked content': (count) => onePage({ content: nested(count, '/P <</MCID 0>> BDC\n', 'EMC\n') }),
  'an operand': (count) => onePage({ content: `[${'1 '.repeat(count)}] 0 d` }),
  'pieces of content': (count) =>
    onePage({
      page: `/Contents[${references(FIRST, count)}]`,
      more: numbered(
        FIRST,
        times(count, () => formatStream('0 0 1 1 re f')),
      ),
    }),
  'a text': (count) => onePage({ catalog: `/Long(${'a'.repeat(count)})` }),
  'a text of escapes': (count) => onePage({ catalog: `/Long(${'\\101\\\n'.repeat(count)})` }),
  'a text of parentheses': (count) => onePage({ catalog: `/Long(${nested(count, '(', ')')})` }),
  'a name': (count) => onePage({ catalog: `/Long/${'#41'.repeat(count)}` }),
  comments: (count) => onePage({ catalog: `/Long ${'%\n'.repeat(count)} 1` }),
  blanks: (count) => onePage({ catalog: `/Long ${' '.repeat(count)} 1` }),
  entries: (count) =>
    onePage({ catalog: `/Long<<${times(count, (index) => `/E${index} ${index}`).join('')}>>` }),
  'a long field name': (count) => withFields([field('n'.repeat(count), 0)]),
  'parts of a field name': (count) => withFields([field('a-svc-x-'.repeat(count), 0)]),
  'fields of a text': (count) => {
    const more = `/V(${'a '.repeat(count)})`;
    return withFields([
      field('line', 0, more),
      textWidget('lines', 4, [10, 100, 500, 700], `/Ff 4096${more}`),
      textWidget('cells', 4, [10, 710, 500, 730], '/Ff 16777216/MaxLen 1000'),
    ]);
  },
  'fields in a tree': (count) => {
    const kids = times(count, (index) => field(`f${index}`, index, `/Parent ${FIRST - 1} 0 R`));
    return onePage({
      form: `/Fields[${FIRST - 1} 0 R]`,
      page: `/Annots[${references(FIRST, count)}]`,
      more: { [FIRST - 1]: `<</T(p)/Kids[${references(FIRST, count)}]>>`, ...numbered(FIRST, kids) },
    });
  },
};
