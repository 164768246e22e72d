import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '../../fixtures/fixture-path.ts';

export interface SeedFile {
  /** `fixtures/plain/a4.pdf` or `corpus/forms/x.pdf`: part of an input's id. */
  readonly name: string;
  readonly path: string;
}

/** Maximum bytes: larger files make slow inputs and show nothing new. */
const MAX_SEED_FILE_BYTES = 400_000;
/** Real files of many producers; not in the repository. */
const CORPUS = join(import.meta.dirname, '../../../shared/corpus');
/** Refused early, so one in forty inputs is enough. */
const REFUSED_AT_ONCE = /^(fixtures|corpus)\/encrypted\//;
const ENCRYPTED_KEPT = 4;

/** Lists fixtures, and the corpus if present, in an order independent of the machine. */
export function listSeedFiles(options: { readonly withCorpus: boolean }): SeedFile[] {
  const fixtures = listFolder('fixtures', fixturePath('.'));
  const all = options.withCorpus ? [...fixtures, ...listFolder('corpus', CORPUS)] : fixtures;
  const encrypted = all.filter(({ name }) => REFUSED_AT_ONCE.test(name)).slice(0, ENCRYPTED_KEPT);
  return [...all.filter(({ name }) => !REFUSED_AT_ONCE.test(name)), ...encrypted];
}

let all: ReadonlyMap<string, SeedFile> | undefined;

export function findSeedFile(name: string): SeedFile {
  all ??= new Map(listSeedFiles({ withCorpus: true }).map((file) => [file.name, file]));
  const found = all.get(name);
  if (found === undefined) throw new Error(`unknown seed file: "${name}"`);
  return found;
}

const contents = new Map<string, Buffer>();

export function readSeedFile({ path }: SeedFile): Buffer {
  const known = contents.get(path) ?? readFileSync(path);
  contents.set(path, known);
  return known;
}

function listFolder(prefix: string, folder: string): SeedFile[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .filter((path) => path.endsWith('.pdf') && statSync(join(folder, path)).size <= MAX_SEED_FILE_BYTES)
    .map((path) => ({ name: `${prefix}/${path.replaceAll('\\', '/')}`, path: join(folder, path) }));
}
