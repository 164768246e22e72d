import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '../../fixtures/fixture-path.ts';

/** A file that mutations start from. */
export interface SeedFile {
  /** `fixtures/plain/a4.pdf` or `corpus/forms/x.pdf`: part of an input's name. */
  readonly name: string;
  readonly path: string;
}

/** Bytes: larger files make slow inputs and show nothing that smaller ones do not. */
const MAX_SEED_FILE_BYTES = 400_000;
/** Real files of many producers; not part of the repository. */
const CORPUS = join(import.meta.dirname, '../../../shared/corpus');
/** Refused before much is read, so one in forty inputs is enough. */
const REFUSED_AT_ONCE = /^(fixtures|corpus)\/encrypted\//;
const ENCRYPTED_KEPT = 4;

/** Fixtures, and the corpus when it is there, in an order that does not depend on the machine. */
export function listSeedFiles(options: { readonly withCorpus: boolean }): SeedFile[] {
  const fixtures = listFolder('fixtures', fixturePath('.'));
  const all = options.withCorpus ? [...fixtures, ...listFolder('corpus', CORPUS)] : fixtures;
  const encrypted = all.filter(({ name }) => REFUSED_AT_ONCE.test(name)).slice(0, ENCRYPTED_KEPT);
  return [...all.filter(({ name }) => !REFUSED_AT_ONCE.test(name)), ...encrypted];
}

let all: ReadonlyMap<string, SeedFile> | undefined;

/** The seed file of a name as `listSeedFiles` gives it. */
export function findSeedFile(name: string): SeedFile {
  all ??= new Map(listSeedFiles({ withCorpus: true }).map((file) => [file.name, file]));
  const found = all.get(name);
  if (found === undefined) throw new Error(`There is no seed file "${name}"`);
  return found;
}

const contents = new Map<string, Buffer>();

/** Its bytes, read once. */
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
