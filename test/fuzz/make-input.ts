import { type Model, numbersOf } from './model/document.ts';
import { readModel } from './model/read-model.ts';
import { type FileKind, writeModel } from './model/write-model.ts';
import { BYTE_MUTATORS } from './mutators/byte-mutators.ts';
import { OBJECT_MUTATORS } from './mutators/object-mutators.ts';
import { SHAPE_MUTATORS } from './mutators/shape-mutators.ts';
import { STREAM_MUTATORS } from './mutators/stream-mutators.ts';
import { TOKEN_MUTATORS } from './mutators/token-mutators.ts';
import { Random } from './random.ts';
import { findSeedFile, listSeedFiles, readSeedFile, type SeedFile } from './seed-files.ts';

export interface InputId {
  readonly seed: number;
  readonly index: number;
  readonly file: string;
}

export interface FuzzInput {
  readonly id: InputId;
  readonly bytes: Buffer;
  readonly mutations: readonly string[];
}

const MODEL_MUTATORS = { ...OBJECT_MUTATORS, ...STREAM_MUTATORS };
const KINDS: readonly FileKind[] = ['table', 'table', 'stream', 'stream', 'hybrid'];
const models = new Map<string, Model | undefined>();

/** Formats an id: `7:1234@fixtures/plain/a4.pdf`. */
export function formatId({ seed, index, file }: InputId): string {
  return `${seed}:${index}@${file}`;
}

export function parseId(text: string): InputId {
  const [, seed, index, file] = /^(\d+):(\d+)@(.+)$/.exec(text) ?? [];
  if (file === undefined) throw new Error(`"${text}" is not an input id: expected seed:index@file`);
  return { seed: Number(seed), index: Number(index), file };
}

export function chooseId(seed: number, index: number, files: readonly SeedFile[]): InputId {
  return { seed, index, file: new Random(`${seed}:${index}:file`).pick(files).name };
}

/** Makes an input. The same id and files give the same bytes. */
export function makeInput(id: InputId): FuzzInput {
  const file = findSeedFile(id.file);
  const random = new Random(`${id.seed}:${id.index}:mutations`);
  const mutations: string[] = [];
  const rebuilt = random.chance(0.65) ? rebuild(file, random, mutations) : undefined;
  const bytes = rebuilt ?? readSeedFile(file);
  const isMutatedAgain = rebuilt === undefined || random.chance(0.25);
  return { id, bytes: isMutatedAgain ? mutateBytes(bytes, random, mutations) : bytes, mutations };
}

/** Mutates the objects of a parsed file and writes it, with correct offsets or a few flaws. */
function rebuild(file: SeedFile, random: Random, mutations: string[]): Buffer | undefined {
  const original = findModel(file);
  if (original === undefined || numbersOf(original).length === 0) return undefined;
  const model = { ...original, objects: [...original.objects] };
  for (let count = random.length(12); count > 0; count -= 1) {
    const name = mutateModel(model, random);
    mutations.push(name);
  }
  const flaws = random.chance(0.3) ? random.pick([0.001, 0.01, 0.1]) : 0;
  const options = {
    kind: random.pick(KINDS),
    random,
    flaws,
    revisions: random.chance(0.2) ? 1 + random.below(4) : 1,
  };
  mutations.push(`written as ${options.kind}, ${options.revisions} revisions, flaws ${flaws}`);
  return writeModel(model, options);
}

/** Rarer: shapes make large files. */
function mutateModel(model: Model, random: Random): string {
  const mutators = random.chance(0.12) ? SHAPE_MUTATORS : MODEL_MUTATORS;
  const name = random.pick(Object.keys(mutators));
  mutators[name]?.(model, random);
  return name;
}

function mutateBytes(bytes: Buffer, random: Random, mutations: string[]): Buffer {
  let mutated = bytes;
  for (let count = random.length(8); count > 0; count -= 1) {
    const mutators = random.chance(0.35) ? BYTE_MUTATORS : TOKEN_MUTATORS;
    const name = random.pick(Object.keys(mutators));
    mutated = mutators[name]?.(mutated, random, chooseDonor(random)) ?? mutated;
    mutations.push(name);
  }
  return mutated;
}

/** Fixtures only, so that an input does not depend on the corpus. */
function chooseDonor(random: Random): Buffer {
  return readSeedFile(random.pick(DONORS));
}

const DONORS = listSeedFiles({ withCorpus: false });

function findModel(file: SeedFile): Model | undefined {
  if (!models.has(file.path)) models.set(file.path, readModel(readSeedFile(file)));
  return models.get(file.path);
}
