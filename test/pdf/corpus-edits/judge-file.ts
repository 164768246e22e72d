import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PdfToolkit, ToolkitError } from '@countersign/toolkit';
import { compareReadings } from './compare-readings.ts';
import type { Difference } from './differences.ts';
import { EDIT_NAMES, EDITS, type EditedFile, type EditName, type Models, PARTNER } from './edited-file.ts';
import type { Grade, Picture, Reader, ReaderName, Reading } from './readers/reader.ts';
import { readSourceFile, type SourceFile } from './source-file.ts';

/** What the readers make of the original and of each edited file. */
export type Grades = Readonly<Record<'original' | EditName, Readonly<Partial<Record<ReaderName, Grade>>>>>;

/** What came of one file; `refused` is our code, and then nothing is edited. */
export interface FileVerdict {
  readonly file: string;
  readonly refused?: string;
  /** Boxes on its pages; fewer than two when a page is too small. */
  readonly boxes: number;
  /** Pages of edited files that were drawn and compared with what they should look like, all readers together. */
  readonly comparedPages: number;
  readonly grades: Grades;
  readonly differences: readonly Difference[];
}

/** What it takes to judge a file. */
export interface Court {
  readonly toolkit: PdfToolkit;
  readonly models: Models;
  readonly modelPictures: ModelPictures;
  readonly readers: readonly Reader[];
  /** Edited files are written there and removed again. */
  readonly folder: string;
  /** ms for one file, after which a reader is stopped. */
  readonly patience: number;
}

/** Pictures of the new page and the partner, by reader and path. */
export type ModelPictures = ReadonlyMap<string, Picture | undefined>;

/** Edits one file in every way and has all readers look at the results. */
export async function judgeFile(file: string, path: string, court: Court): Promise<FileVerdict> {
  const refused = await findRefusal(path, court.toolkit);
  if (refused !== undefined) return { ...NOTHING, file, refused };
  const source = readSourceFile(path);
  const folder = join(court.folder, file.replaceAll('/', '__'));
  mkdirSync(folder);
  try {
    return await judgeSource(file, source, { ...court, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const NOTHING = {
  boxes: 0,
  comparedPages: 0,
  grades: { original: {}, place: {}, strip: {}, merge: {} },
  differences: [],
} as const;

/** The code by which an upload of the file is refused. */
async function findRefusal(path: string, toolkit: PdfToolkit): Promise<string | undefined> {
  try {
    await toolkit.inspectUpload(path);
    return undefined;
  } catch (error) {
    if (error instanceof ToolkitError) return error.code;
    throw error;
  }
}

async function judgeSource(file: string, source: SourceFile, court: Court): Promise<FileVerdict> {
  const refusals: Difference[] = [];
  const edited = await makeEdits(file, source, court, refusals);
  const hearings: Hearing[] = [];
  for (const reader of court.readers) hearings.push(await hearReader(reader, source, edited, court));
  const findings = hearings.flatMap((hearing) => hearing.findings);
  return {
    file,
    boxes: source.boxes.length,
    comparedPages: hearings.reduce((sum, hearing) => sum + hearing.comparedPages, 0),
    grades: joinGrades(hearings),
    differences: [...refusals, ...findings.map((finding) => ({ file, ...finding }))],
  };
}

/** What one reader makes of the original and the edited files. */
interface Hearing {
  readonly reader: ReaderName;
  readonly grades: Partial<Record<'original' | EditName, Grade>>;
  readonly findings: readonly Omit<Difference, 'file'>[];
  readonly comparedPages: number;
}

/** A reader that never comes to an end of the original is not asked about what was made of it. */
async function hearReader(
  reader: Reader,
  source: SourceFile,
  edited: readonly EditedFile[],
  { modelPictures, patience }: Court,
): Promise<Hearing> {
  const { name } = reader;
  const original = await reader.read(source.path, source.pages, patience);
  const grades: Hearing['grades'] = { original: original.grade };
  const findings: Omit<Difference, 'file'>[] = [];
  let comparedPages = 0;
  for (const result of original.isStopped ? [] : edited) {
    const reading = result.isSame ? original : await readPatiently(reader, result, patience);
    grades[result.edit] = reading.grade;
    comparedPages += result.isSame ? 0 : reading.pictures.size;
    const findModel = modelFinder(name, source, original, modelPictures);
    const found = compareReadings(result, reading, original, findModel, result.pageCount - source.pageCount);
    findings.push(...found.map((finding) => ({ edit: result.edit, reader: name, ...finding })));
  }
  return { reader: name, grades, findings, comparedPages };
}

/** How much longer the second try at an edited file may take: the machine may have been busy with something else. */
const MORE_PATIENCE = 3;

async function readPatiently(
  reader: Reader,
  { path, compared }: EditedFile,
  patience: number,
): Promise<Reading> {
  const pages = compared.map(({ page }) => page);
  const reading = await reader.read(path, pages, patience);
  return reading.isStopped ? reader.read(path, pages, MORE_PATIENCE * patience) : reading;
}

function joinGrades(hearings: readonly Hearing[]): Grades {
  const gradesOf = (name: 'original' | EditName) =>
    Object.fromEntries(hearings.map(({ reader, grades }) => [reader, grades[name]]));
  return {
    original: gradesOf('original'),
    place: gradesOf('place'),
    strip: gradesOf('strip'),
    merge: gradesOf('merge'),
  };
}

async function makeEdits(
  file: string,
  source: SourceFile,
  { toolkit, folder, models }: Court,
  differences: Difference[],
): Promise<EditedFile[]> {
  const edited: EditedFile[] = [];
  for (const edit of EDIT_NAMES) {
    try {
      edited.push(await EDITS[edit](toolkit, source, join(folder, `${edit}.pdf`), models));
    } catch (error) {
      differences.push({ file, edit, reader: undefined, kind: 'refused', detail: describe(error) });
    }
  }
  return edited;
}

/** By its code; what has none is a bug of ours. */
function describe(error: unknown): string {
  return error instanceof ToolkitError ? `${error.code}: ${error.message}` : String(error);
}

function modelFinder(reader: ReaderName, source: SourceFile, original: Reading, pictures: ModelPictures) {
  return ([path, page]: readonly [string, number]): Picture | undefined =>
    path === source.path ? original.pictures.get(page) : pictures.get(keyOfModel(reader, path));
}

function keyOfModel(reader: ReaderName, path: string): string {
  return `${reader} ${path}`;
}

/** Has every reader draw the models. */
export async function drawModels(
  readers: readonly Reader[],
  { newPage }: Models,
  patience: number,
): Promise<ModelPictures> {
  const pictures = new Map<string, Picture | undefined>();
  for (const reader of readers) {
    for (const [path, page] of [newPage, [PARTNER, 0] as const]) {
      const reading = await reader.read(path, [page], MORE_PATIENCE * patience);
      pictures.set(keyOfModel(reader.name, path), reading.pictures.get(page));
    }
  }
  return pictures;
}
