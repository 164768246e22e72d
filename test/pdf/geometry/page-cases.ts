import { buildPdf } from '../../../packages/pdf/testing/build-pdf.ts';

/** Where in the page tree the entries are. */
type Level = 'page' | 'node' | 'root';

export interface PageCase {
  /** Raw /MediaBox, /CropBox, /Rotate. */
  readonly entries: string;
  /** Raw /UserUnit, which is never inherited (ISO 32000-1 table 30). */
  readonly userUnit?: string;
  readonly level?: Level;
  /** Renderers known to deviate from ISO 32000 and the others. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

const TURNS = [0, 90, 180, 270];

/** Boxes as in real files; each in all four rotations. */
const BOXES: readonly string[] = [
  '/MediaBox [0 0 200 300]',
  '/MediaBox [200 300 0 0]',
  '/MediaBox [-120 -80 80 220]',
  '/MediaBox [0 0 400 500] /CropBox [50 100 250 400]',
  '/MediaBox [-100 -100 300 400] /CropBox [250 300 20 -60]',
  '/MediaBox [10 20 210 320] /CropBox [-50 -50 9000 220]',
  '/MediaBox [0 0 200 300] /CropBox [20.5 30.25 170.75 280.125]',
];

/** Indirect values in unusual notations: objects 3 to 5 of the file. */
const SHARED_VALUES = { 3: '[+5. 10 205. 310.]', 4: '90', 5: '210.0' } as const;

const ODD_PAGES: readonly PageCase[] = [
  { entries: '/MediaBox [0 0 200 300] /Rotate -90' },
  { entries: '/MediaBox [0 0 200 300] /Rotate 450' },
  { entries: '/MediaBox [0 0 200 300] /Rotate -810 /CropBox [10 10 190 260]' },
  { entries: '/MediaBox [0 0 200 300] /Rotate 90.0' },
  { entries: '/MediaBox [0 0 200 300] /Rotate 45', otherwise: { mupdf: 'turns to the next quarter' } },
  { entries: '/MediaBox [0 0 200 300] /Rotate (90)', otherwise: { 'pdf.js': 'takes the text for a number' } },
  { entries: '/MediaBox 3 0 R /Rotate 4 0 R' },
  { entries: '/MediaBox [0 0 5 0 R 5 0 R] /Rotate 4 0 R' },
  { entries: '/MediaBox [--10 0 +190. 300.]' },
  { entries: '/MediaBox [0 0 200 300 5]', otherwise: { mupdf: 'takes the first four numbers' } },
  { entries: '/MediaBox [20000 -30000 20200 -29700] /Rotate 270' },
  { entries: '' },
  { entries: '/MediaBox [0 0 0 300]', otherwise: { poppler: 'shows nothing' } },
  {
    entries: '/MediaBox [0 0 200 300] /CropBox [50 50 50 50]',
    otherwise: { poppler: 'shows nothing', mupdf: 'shows nothing' },
  },
  {
    entries: '/MediaBox [0 0 200 300] /CropBox [1000 1000 1100 1100]',
    otherwise: { poppler: 'shows nothing', mupdf: 'shows nothing' },
  },
  {
    entries: '/MediaBox [0 0 200 300] /CropBox [10 10 150]',
    otherwise: { mupdf: 'takes 0 for the missing number' },
  },
];

const INHERITED: readonly PageCase[] = (['node', 'root'] as const).flatMap((level) => [
  { level, entries: '/MediaBox [0 0 200 300] /CropBox [20 30 190 280] /Rotate 90' },
  { level, entries: '/MediaBox [-200 -300 0 0] /Rotate 270' },
]);

const UNITS: readonly PageCase[] = ['0.5', '1.5', '2'].flatMap((userUnit) =>
  TURNS.map((turn) => ({
    userUnit,
    entries: `/MediaBox [-40 -60 160 240] /CropBox [-20 -10 130 200] /Rotate ${turn}`,
  })),
);

const ON_ITS_SIDE = '/MediaBox [0 0 200 300] /Rotate 90';

/** Invalid units count as 1. */
const ODD_UNITS: readonly PageCase[] = [
  { userUnit: '0', entries: ON_ITS_SIDE, otherwise: { mupdf: 'multiplies by it' } },
  { userUnit: '-2', entries: ON_ITS_SIDE, otherwise: { mupdf: 'multiplies by it' } },
  { userUnit: '(2)', entries: ON_ITS_SIDE },
  { userUnit: '1.0', entries: ON_ITS_SIDE },
];

export const PAGE_CASES: readonly PageCase[] = [
  ...BOXES.flatMap((boxes) => TURNS.map((turn) => ({ entries: `${boxes} /Rotate ${turn}` }))),
  ...ODD_PAGES,
  ...INHERITED,
  ...ODD_UNITS,
  ...UNITS,
];

/** Builds a file with a page per case, each with two levels of parents of its own. */
export function buildCasesFile(cases: readonly PageCase[]): Uint8Array {
  const first = (index: number) => 10 + index * 3;
  const branches = cases.map((_, index) => `${first(index)} 0 R`);
  const bodies: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${cases.length} /Kids [${branches.join(' ')}] >>`,
    ...SHARED_VALUES,
  };
  for (const [index, page] of cases.entries()) Object.assign(bodies, pageBranch(page, first(index)));
  return buildPdf(bodies);
}

function pageBranch(page: PageCase, number: number): Record<number, string> {
  const { level = 'page', entries, userUnit } = page;
  const at = (wanted: Level) => (level === wanted ? entries : '');
  const unit = userUnit === undefined ? '' : `/UserUnit ${userUnit}`;
  return {
    [number]: `<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [${number + 1} 0 R] ${at('root')} >>`,
    [number + 1]: `<< /Type /Pages /Parent ${number} 0 R /Count 1 /Kids [${number + 2} 0 R] ${at('node')} >>`,
    [number + 2]: `<< /Type /Page /Parent ${number + 1} 0 R /Resources << >> ${at('page')} ${unit} >>`,
  };
}
