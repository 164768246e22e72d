import { type Model, nextNumber, numbersOf } from '../model/document.ts';
import type { Random } from '../random.ts';
import { editBody, type ModelMutator } from './object-mutators.ts';

/** Depths around the parser's limit and beyond the stack. */
const DEPTHS = [20, 255, 256, 257, 5_000, 100_000];
const CHAIN_LENGTHS = [10, 59, 60, 61, 500, 3_000];
const OBJECT_COUNTS = [200, 1_000, 4_000];
const WIDTHS = [100, 5_000, 100_000];

function nestDeeply(model: Model, random: Random): void {
  const depth = random.pick(DEPTHS);
  const [open, close] = random.pick([
    ['[', ']'],
    ['<< /A ', ' >>'],
    ['<</Kids[', ']>>'],
    ['(', ')'],
  ] as const);
  const deep = open.repeat(depth) + (random.chance(0.7) ? close.repeat(depth) : '');
  editBody(model, random, (body) => replaceValue(body, deep, random));
}

function replaceValue(body: string, value: string, random: Random): string {
  if (random.chance(0.3)) return value;
  return body.replace(random.chance(0.5) ? /\d+ \d+ R/ : /\d+/, () => value);
}

function widen(model: Model, random: Random): void {
  const width = random.pick(WIDTHS);
  const item = random.pick([`${random.pick(numbersOf(model))} 0 R `, '0 ', '/A ', '[]', '<<>>', 'null ']);
  const list = `[${item.repeat(width)}]`;
  editBody(model, random, (body) => replaceValue(body, list, random));
}

/** Repeats the items of a list, so that shared kids are visited repeatedly. */
function repeatKids(model: Model, random: Random): void {
  const times = random.pick([2, 50, 2_000]);
  editBody(model, random, (body) =>
    body.replace(/\/(Kids|Fields|Annots|Contents)\s*\[([^\]]*)\]/, (_, key: string, items: string) => {
      return `/${key} [${`${items} `.repeat(times)}]`;
    }),
  );
}

/** Inserts a chain of nodes between a list and its first item, possibly cyclic. */
function lengthenTree(model: Model, random: Random): void {
  const holder = model.objects.find(({ body }) => /\/(Kids|Fields)\s*\[\s*\d+ 0 R/.test(body));
  const [, key, first] = /\/(Kids|Fields)\s*\[\s*(\d+) 0 R/.exec(holder?.body ?? '') ?? [];
  if (holder === undefined || first === undefined) return;
  const start = nextNumber(model);
  const length = random.pick(CHAIN_LENGTHS);
  const end = random.chance(0.2) ? String(start) : first;
  for (let step = 0; step < length; step += 1) {
    const next = step === length - 1 ? end : String(start + step + 1);
    const parent = step === 0 ? holder.number : start + step - 1;
    const kind = key === 'Fields' ? `/T (n${step})` : '/Type /Pages /Count 1';
    const body = `<< ${kind} /Parent ${parent} 0 R /Kids [${next} 0 R] >>`;
    model.objects.push({ number: start + step, generation: 0, body, stream: undefined });
  }
  const body = holder.body.replace(`${first} 0 R`, `${start} 0 R`);
  model.objects[model.objects.indexOf(holder)] = { ...holder, body };
}

/** References to references: not allowed, but tolerated. */
function chainReferences(model: Model, random: Random): void {
  const length = random.pick(CHAIN_LENGTHS);
  const start = nextNumber(model);
  const end = random.pick([start, random.pick(numbersOf(model))]);
  for (let step = 0; step < length; step += 1) {
    const next = step === length - 1 ? end : start + step + 1;
    model.objects.push({ number: start + step, generation: 0, body: `${next} 0 R`, stream: undefined });
  }
  editBody(model, random, (body) => body.replace(/\d+ 0 R/, `${start} 0 R`));
}

/** A long /Parent chain above a field or page that is near the root. */
function lengthenParents(model: Model, random: Random): void {
  const length = random.pick(CHAIN_LENGTHS);
  const start = nextNumber(model);
  for (let step = 0; step < length; step += 1) {
    const next = step === length - 1 ? start : start + step + 1;
    model.objects.push({
      number: start + step,
      generation: 0,
      body: `<< /Parent ${next} 0 R >>`,
      stream: undefined,
    });
  }
  editBody(model, random, (body) => body.replace(/\/Parent \d+ 0 R/, `/Parent ${start} 0 R`));
}

/**
 * Adds many children to one object, in different encodings (against caches of encodings), in the file and in object
 * streams.
 */
function multiplyObjects(model: Model, random: Random): void {
  const count = random.pick(OBJECT_COUNTS);
  const start = nextNumber(model);
  for (let step = 0; step < count; step += 1) {
    const name = 'abcdefghij'.repeat(1 + random.below(30)).slice(random.below(10));
    const value = random.pick([`${start + step} 0 R`, `[${step}]`, `(${name})`, `/${name}`]);
    const body = `<< /${name} ${value} /N ${step} >>`;
    model.objects.push({ number: start + step, generation: 0, body, stream: undefined });
  }
  const references = Array.from({ length: count }, (_, step) => `${start + step} 0 R`);
  editBody(model, random, (body) => body.replace('<<', () => `<< /Many [${references.join(' ')}]`));
}

export const SHAPE_MUTATORS: Readonly<Record<string, ModelMutator>> = {
  nestDeeply,
  widen,
  repeatKids,
  lengthenTree,
  chainReferences,
  lengthenParents,
  multiplyObjects,
};
