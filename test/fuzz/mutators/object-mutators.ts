import { anyValue, FOLLOWED_KEYS, HOSTILE_NUMBERS, MEANINGFUL_NAMES } from '../hostile-values.ts';
import { type Model, type ModelObject, nextNumber, numbersOf } from '../model/document.ts';
import type { Random } from '../random.ts';

/** Changes objects of a parsed file, which is then written with correct offsets. */
export type ModelMutator = (model: Model, random: Random) => void;

export function editBody(
  model: Model,
  random: Random,
  edit: (body: string, object: ModelObject) => string,
): void {
  const index = random.below(model.objects.length);
  const object = model.objects[index];
  if (object !== undefined) model.objects[index] = { ...object, body: edit(object.body, object) };
}

function replaceOne(
  body: string,
  pattern: RegExp,
  random: Random,
  replacement: (found: string) => string,
): string {
  const search = new RegExp(pattern.source, 'g');
  search.lastIndex = random.below(body.length);
  const match = search.exec(body) ?? new RegExp(pattern.source).exec(body);
  if (match === null) return body;
  return body.slice(0, match.index) + replacement(match[0]) + body.slice(match.index + match[0].length);
}

function redirectReference(model: Model, random: Random): void {
  const numbers = numbersOf(model);
  editBody(model, random, (body) =>
    replaceOne(body, /\d+ \d+ R/, random, () => `${random.pick(numbers)} 0 R`),
  );
}

function changeNumber(model: Model, random: Random): void {
  editBody(model, random, (body) => replaceOne(body, /-?\d+/, random, () => random.pick(HOSTILE_NUMBERS)));
}

function changeName(model: Model, random: Random): void {
  editBody(model, random, (body) =>
    replaceOne(body, /\/[A-Za-z0-9]+/, random, () => random.pick(MEANINGFUL_NAMES)),
  );
}

/** Replaces a followed entry by a value of any type; references to itself and the root make cycles. */
function setEntry(model: Model, random: Random): void {
  const numbers = numbersOf(model);
  const key = random.pick(FOLLOWED_KEYS);
  const holders = model.objects.filter(({ body }) => new RegExp(`/${key}\\b`).test(body));
  const target = holders.length > 0 && random.chance(0.7) ? random.pick(holders) : random.pick(model.objects);
  const value = random.chance(0.3) ? `${target.number} 0 R` : anyValue(random, numbers);
  const body = setInDictionary(target.body, key, value);
  model.objects[model.objects.indexOf(target)] = { ...target, body };
}

/** Duplicates a key: readers keep the last one. */
function setInDictionary(body: string, key: string, value: string): string {
  const renamed = body.replace(new RegExp(`/${key}(?![A-Za-z0-9])`), `/Old${key}`);
  const end = renamed.lastIndexOf('>>');
  return end < 0 ? `<< /${key} ${value} >>` : `${renamed.slice(0, end)} /${key} ${value} >>`;
}

function duplicateObject(model: Model, random: Random): void {
  const object = random.pick(model.objects);
  const number = random.chance(0.5) ? random.pick(numbersOf(model)) : object.number;
  model.objects.push({ ...object, number, generation: random.pick([0, 0, 0, 1, 65_535]) });
}

function dropObject(model: Model, random: Random): void {
  if (model.objects.length > 1) model.objects.splice(random.below(model.objects.length), 1);
}

function swapBodies(model: Model, random: Random): void {
  const [from, to] = [random.below(model.objects.length), random.below(model.objects.length)];
  const [a, b] = [model.objects[from], model.objects[to]];
  if (a === undefined || b === undefined) return;
  model.objects[from] = { ...b, number: a.number, generation: a.generation };
  model.objects[to] = { ...a, number: b.number, generation: b.generation };
}

function changeGeneration(model: Model, random: Random): void {
  const index = random.below(model.objects.length);
  const object = model.objects[index];
  if (object === undefined) return;
  const generation = random.pick([1, 2, 65_535]);
  model.objects[index] = { ...object, generation };
  if (random.chance(0.5)) renameReferences(model, object.number, generation);
}

function renameReferences(model: Model, number: number, generation: number): void {
  const reference = new RegExp(`\\b${number} 0 R`, 'g');
  for (const [index, object] of model.objects.entries()) {
    model.objects[index] = { ...object, body: object.body.replace(reference, `${number} ${generation} R`) };
  }
}

function replaceString(model: Model, random: Random): void {
  const strings = [
    '()',
    '(\\',
    '(((',
    '(\\400\\9\\8)',
    '<>',
    '<FEFF>',
    '<FEFFDC00D800>',
    '(\xfe\xff\x00)',
    '<EFBBBFFF>',
  ];
  const long = `(${'a'.repeat(random.length(200_000))})`;
  editBody(model, random, (body) =>
    replaceOne(body, /\([^)]*\)|<[0-9A-Fa-f]+>/, random, () => random.pick([...strings, long])),
  );
}

function replaceBody(model: Model, random: Random): void {
  editBody(model, random, () => anyValue(random, numbersOf(model)));
}

function changeTrailer(model: Model, random: Random): void {
  const key = random.pick(['Root', 'Info', 'ID', 'Encrypt', 'Extra', 'Prev', 'XRefStm', 'Size']);
  const value = anyValue(random, numbersOf(model));
  model.trailer = `${model.trailer.replace(`/${key} `, `/Old${key} `)} /${key} ${value}`;
}

/** A number far above the others, so that the table has a gap. */
function renumber(model: Model, random: Random): void {
  const index = random.below(model.objects.length);
  const object = model.objects[index];
  if (object === undefined) return;
  const number = random.pick([nextNumber(model), 8_388_607, 8_388_608, 100_000, 5_000_000]);
  model.objects[index] = { ...object, number };
  const reference = new RegExp(`\\b${object.number} 0 R`, 'g');
  for (const [at, other] of model.objects.entries())
    model.objects[at] = { ...other, body: other.body.replace(reference, `${number} 0 R`) };
}

export const OBJECT_MUTATORS: Readonly<Record<string, ModelMutator>> = {
  redirectReference,
  changeNumber,
  changeName,
  setEntry,
  duplicateObject,
  dropObject,
  swapBodies,
  changeGeneration,
  replaceString,
  replaceBody,
  changeTrailer,
  renumber,
};
