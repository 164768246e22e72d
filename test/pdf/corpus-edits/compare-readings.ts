import type { Difference } from './differences.ts';
import type { ComparedPage, EditedFile } from './edited-file.ts';
import { comparePictures } from './picture-comparison.ts';
import { MAX_MESSAGES, type Picture, type Reading } from './readers/reader.ts';

type Finding = Pick<Difference, 'kind' | 'detail'>;

export type FindModel = (model: ComparedPage['model']) => Picture | undefined;

/**
 * Share of pixels that may differ visibly outside the changed areas: none, since reader, content and resolution are
 * the same.
 */
const TOLERANCE = 0;

/** Share of a box that has to change. Fields are drawn above the page, and opaque ones hide much of a box. */
const MIN_MARKED_SHARE = 0.2;

export function compareReadings(
  edited: EditedFile,
  reading: Reading,
  original: Reading,
  findModel: FindModel,
  addedPages: number,
): Finding[] {
  const looks = edited.compared.flatMap((page) => compareLooks(page, reading.pictures, findModel));
  return [
    ...compareGrades(reading, original),
    ...compareCounts(reading, original, edited.pageCount, addedPages),
    ...looks,
  ];
}

function compareGrades(reading: Reading, original: Reading): Finding[] {
  const said = reading.messages.slice(0, 3).join(' / ');
  if (reading.gaveUp !== undefined) return [{ kind: 'gave up', detail: `${reading.gaveUp}: ${said}` }];
  if (original.grade === 'fails') return [];
  if (reading.grade === 'fails')
    return [{ kind: 'grade', detail: `${original.grade} before, ${reading.grade} now: ${said}` }];
  return findNewMessages(reading, original).map((detail) => ({ kind: 'message', detail }));
}

/** Returns one message of each kind. Skipped if not all of the original's messages were kept. */
function findNewMessages(reading: Reading, original: Reading): string[] {
  if (original.messages.length >= MAX_MESSAGES) return [];
  const known = new Set(original.messages.map(kindOfMessage));
  const added = new Map<string, string>();
  for (const message of reading.messages) {
    const kind = kindOfMessage(message);
    if (!known.has(kind) && !added.has(kind)) added.set(kind, message);
  }
  return [...added.values()];
}

function kindOfMessage(message: string): string {
  return message.replace(/\S*\.pdf\S*| \(\d+\)/g, '').replace(/\d+/g, '#');
}

/** Compares page counts with ours only if the reader agrees about the original. */
function compareCounts(reading: Reading, original: Reading, ours: number, added: number): Finding[] {
  if (reading.pageCount === undefined || original.pageCount === undefined) return [];
  const expected = original.pageCount + added;
  if (reading.pageCount === expected || reading.pageCount === ours) return [];
  return [{ kind: 'pages', detail: `${reading.pageCount} pages instead of ${expected}` }];
}

function compareLooks(
  { page, model, changed, marked }: ComparedPage,
  pictures: ReadonlyMap<number, Picture>,
  findModel: FindModel,
): Finding[] {
  const [picture, wanted] = [pictures.get(page), findModel(model)];
  if (wanted === undefined || picture === undefined) return [];
  const shares = comparePictures(picture, wanted, changed, marked);
  const unseen = shares.marked.filter((share) => share < MIN_MARKED_SHARE);
  const size = ({ width, height }: Picture) => `${width} x ${height}`;
  const found: Finding[] = [];
  if (shares.off > TOLERANCE) {
    const detail = `page ${page}: ${shares.off.toFixed(6)} of the pixels (${size(picture)}, before ${size(wanted)})`;
    found.push({ kind: 'picture', detail });
  }
  for (const share of unseen)
    found.push({ kind: 'mark', detail: `page ${page}: ${share.toFixed(2)} of the box` });
  return found;
}
