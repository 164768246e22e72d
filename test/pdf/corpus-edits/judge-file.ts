import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PdfToolkit, ToolkitError } from '@countersign/toolkit';
import { compareReadings } from './compare-readings.ts';
import type { Difference } from './differences.ts';
import { EDIT_NAMES, EDITS, type EditedFile, type EditName, type Models, PARTNER } from './edited-file.ts';
import type { GiveUp } from './readers/process-limits.ts';
import type { Grade, Picture, Reader, ReaderName, Reading } from './readers/reader.ts';
import { readSourceFile, type SourceFile } from './source-file.ts';

export type Grades = Readonly<Record<'original' | EditName, Readonly<Partial<Record<ReaderName, Grade>>>>>;

export interface GivenUp {
  readonly reader: ReaderName;
  readonly of: 'original' | EditName;
  readonly reason: GiveUp;
}

/** The verdict on one file; with `refused` nothing is edited. */
export interface FileVerdict {
  readonly file: string;
  readonly refused?: string;
  readonly edits: number;
  /** Boxes on its pages; fewer than two if a page is too small. */
  readonly boxes: number;
  /** Pages of edited files that were drawn and compared, over all readers. */
  readonly comparedPages: number;
  readonly grades: Grades;
  /** Readers that gave up on the original; they skip the edited files. */
  readonly givenUp: readonly GivenUp[];
  readonly differences: readonly Difference[];
}

export interface JudgeContext {
  readonly toolkit: PdfToolkit;
  readonly models: Models;
  readonly modelPictures: ModelPictures;
  readonly readers: readonly Reader[];
  readonly folder: string;
  readonly patience: number;
}

export type ModelPictures = ReadonlyMap<string, Picture>;

/** Edits one file in every way and compares the readings. Never rejects. */
export async function judgeFile(file: string, path: string, context: JudgeContext): Promise<FileVerdict> {
  try {
    return await judgeOrThrow(file, path, context);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const bug = { file, edit: 'original', reader: undefined, kind: 'bug', detail } as const;
    return { ...NOTHING, file, differences: [bug] };
  }
}

async function judgeOrThrow(file: string, path: string, context: JudgeContext): Promise<FileVerdict> {
  const refused = await findRefusal(path, context.toolkit);
  if (refused !== undefined) return { ...NOTHING, file, refused };
  const source = readSourceFile(path);
  const folder = join(context.folder, file.replaceAll('/', '__'));
  mkdirSync(folder);
  try {
    return await judgeSource(file, source, { ...context, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const NOTHING = {
  edits: 0,
  boxes: 0,
  comparedPages: 0,
  grades: { original: {}, place: {}, strip: {}, merge: {}, seal: {} },
  givenUp: [],
  differences: [],
} as const;

/** Codes of faults in our code and not in the file. */
const OWN_CODES: readonly string[] = [
  'pdf_timeout',
  'pdf_out_of_memory',
  'pdf_worker_crashed',
  'file_access_failed',
];

/** Returns the code with which an upload of the file is refused. */
async function findRefusal(path: string, toolkit: PdfToolkit): Promise<string | undefined> {
  try {
    await toolkit.inspectUpload({ input: path });
    return undefined;
  } catch (error) {
    if (error instanceof ToolkitError && !OWN_CODES.includes(error.code)) return error.code;
    throw error;
  }
}

async function judgeSource(file: string, source: SourceFile, context: JudgeContext): Promise<FileVerdict> {
  const refusals: Difference[] = [];
  const edited = await makeEdits(file, source, context, refusals);
  const results: ReaderResult[] = [];
  for (const reader of context.readers) results.push(await compareReader(reader, source, edited, context));
  const findings = results.flatMap((result) => result.findings);
  return {
    file,
    edits: edited.length,
    boxes: source.boxes.length,
    comparedPages: results.reduce((sum, result) => sum + result.comparedPages, 0),
    grades: joinGrades(results),
    givenUp: results.flatMap((result) => result.givenUp),
    differences: [...refusals, ...findings.map((finding) => ({ file, ...finding }))],
  };
}

interface ReaderResult {
  readonly reader: ReaderName;
  readonly grades: Partial<Record<'original' | EditName, Grade>>;
  readonly givenUp: readonly GivenUp[];
  readonly findings: readonly Omit<Difference, 'file'>[];
  readonly comparedPages: number;
}

/** Skips the edited files if the reader did not finish the original. */
async function compareReader(
  reader: Reader,
  source: SourceFile,
  edited: readonly EditedFile[],
  { modelPictures, patience }: JudgeContext,
): Promise<ReaderResult> {
  const { name } = reader;
  const original = await reader.read(source.path, source.pages, patience);
  const readings = new Map<'original' | EditName, Reading>([['original', original]]);
  const findings: Omit<Difference, 'file'>[] = [];
  let comparedPages = 0;
  for (const result of original.gaveUp === undefined ? edited : []) {
    const reading = result.isSame ? original : await readPatiently(reader, result, patience);
    readings.set(result.edit, reading);
    comparedPages += result.isSame ? 0 : reading.pictures.size;
    const findModel = modelFinder(name, source, original, modelPictures);
    const found = compareReadings(result, reading, original, findModel, result.pageCount - source.pageCount);
    findings.push(...found.map((finding) => ({ edit: result.edit, reader: name, ...finding })));
  }
  return { reader: name, ...summarize(name, readings), findings, comparedPages };
}

function summarize(
  reader: ReaderName,
  readings: ReadonlyMap<'original' | EditName, Reading>,
): Pick<ReaderResult, 'grades' | 'givenUp'> {
  const entries = [...readings];
  return {
    grades: Object.fromEntries(entries.map(([of, { grade }]) => [of, grade])),
    givenUp: entries.flatMap(([of, { gaveUp: reason }]) =>
      reason === undefined ? [] : [{ reader, of, reason }],
    ),
  };
}

/** Factor for the second attempt at an edited file, in case the machine was busy. */
const MORE_PATIENCE = 3;

async function readPatiently(
  reader: Reader,
  { path, compared }: EditedFile,
  patience: number,
): Promise<Reading> {
  const pages = compared.map(({ page }) => page);
  const reading = await reader.read(path, pages, patience);
  return reading.gaveUp === 'time' ? reader.read(path, pages, MORE_PATIENCE * patience) : reading;
}

function joinGrades(results: readonly ReaderResult[]): Grades {
  const gradesOf = (name: 'original' | EditName) =>
    Object.fromEntries(results.map(({ reader, grades }) => [reader, grades[name]]));
  return {
    original: gradesOf('original'),
    place: gradesOf('place'),
    strip: gradesOf('strip'),
    merge: gradesOf('merge'),
    seal: gradesOf('seal'),
  };
}

async function makeEdits(
  file: string,
  source: SourceFile,
  { toolkit, folder, models }: JudgeContext,
  differences: Difference[],
): Promise<EditedFile[]> {
  const edited: EditedFile[] = [];
  for (const edit of EDIT_NAMES) {
    try {
      edited.push(await EDITS[edit](toolkit, source, join(folder, `${edit}.pdf`), models));
    } catch (error) {
      differences.push({ file, edit, reader: undefined, ...describe(error) });
    }
  }
  return edited;
}

function describe(error: unknown): Pick<Difference, 'kind' | 'detail'> {
  if (!(error instanceof ToolkitError)) return { kind: 'bug', detail: String(error) };
  const kind = OWN_CODES.includes(error.code) ? 'bug' : 'refused';
  return { kind, detail: `${error.code}: ${error.message}` };
}

function modelFinder(reader: ReaderName, source: SourceFile, original: Reading, pictures: ModelPictures) {
  return ([path, page]: readonly [string, number]): Picture | undefined =>
    path === source.path ? original.pictures.get(page) : pictures.get(keyOfModel(reader, path));
}

function keyOfModel(reader: ReaderName, path: string): string {
  return `${reader} ${path}`;
}

/** Draws the reference files by every reader. Throws if one fails. */
export async function drawModels(
  readers: readonly Reader[],
  { newPage }: Models,
  patience: number,
): Promise<ModelPictures> {
  const pictures = new Map<string, Picture>();
  for (const reader of readers) {
    for (const [path, page] of [newPage, [PARTNER, 0] as const]) {
      const reading = await reader.read(path, [page], MORE_PATIENCE * patience);
      if (reading.grade === 'fails')
        throw new Error(`${reader.name} fails on ${path}: ${reading.messages[0]}`);
      const picture = reading.pictures.get(page);
      if (picture !== undefined) pictures.set(keyOfModel(reader.name, path), picture);
    }
  }
  return pictures;
}
