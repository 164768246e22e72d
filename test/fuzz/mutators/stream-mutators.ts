import { deflateSync, inflateSync } from 'node:zlib';
import { HOSTILE_NUMBERS } from '../hostile-values.ts';
import type { Model, ModelObject } from '../model/document.ts';
import type { Random } from '../random.ts';
import type { ModelMutator } from './object-mutators.ts';

const FILTERS = [
  '/FlateDecode',
  '/Fl',
  '/LZWDecode',
  '/RunLengthDecode',
  '/ASCII85Decode',
  '/ASCIIHexDecode',
  '/DCTDecode',
  '/JBIG2Decode',
  '/Crypt',
  'null',
  '[/FlateDecode /FlateDecode]',
  '[/ASCIIHexDecode /FlateDecode]',
  `[${'/FlateDecode '.repeat(50)}]`,
  `[${'/ASCII85Decode '.repeat(8)}]`,
];

/** Inflated megabytes of a bomb: below and above the limit per stream. */
const BOMB_SIZES = [1, 16, 60, 140];
const BOMB_FILLINGS = ['\0', '[', '<<', '1 ', '1 0 R ', 'q ', '(', '/A ', ' '];
const bombs = new Map<string, string>();

/** Deflated data of many megabytes; deflated twice it is a few hundred bytes. */
function makeBomb(random: Random): { stream: string; filter: string } {
  const megabytes = random.pick(BOMB_SIZES);
  const filling = random.pick(BOMB_FILLINGS);
  const key = `${megabytes} ${filling}`;
  const known =
    bombs.get(key) ??
    deflateSync(Buffer.alloc(megabytes * 1024 * 1024, filling), { level: 1 }).toString('latin1');
  bombs.set(key, known);
  if (random.chance(0.7)) return { stream: known, filter: '/FlateDecode' };
  const twice = deflateSync(Buffer.from(known, 'latin1')).toString('latin1');
  return { stream: twice, filter: '[/FlateDecode /FlateDecode]' };
}

function bomb(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    const { stream, filter } = makeBomb(random);
    return {
      ...object,
      body: withEntries(object.body, `/Filter ${filter} /Length ${stream.length}`),
      stream,
    };
  });
}

/** A bomb as object stream, inflated when one of its objects is read. */
function objectStreamBomb(model: Model, random: Random): void {
  const { stream, filter } = makeBomb(random);
  const number = random.pick(model.objects).number;
  const n = random.pick(['1', '100', '100000', '99999999']);
  const body = `<< /Type /ObjStm /N ${n} /First ${random.pick(['10', '1000', '50000000'])} /Filter ${filter} /Length ${stream.length} >>`;
  model.objects.push({ number, generation: 0, body, stream });
}

function changeFilter(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    return { ...object, body: withEntries(object.body, `/Filter ${random.pick(FILTERS)}`) };
  });
}

function addPredictor(model: Model, random: Random): void {
  const keys = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent', 'EarlyChange'];
  const sane = ['1', '2', '8', '10', '12', '15', '16'];
  const entries = keys.map((key) => `/${key} ${random.pick(random.chance(0.5) ? sane : HOSTILE_NUMBERS)}`);
  editStream(model, random, (object) => {
    return { ...object, body: withEntries(object.body, `/DecodeParms << ${entries.join(' ')} >>`) };
  });
}

function changeLength(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    const length = random.pick([...HOSTILE_NUMBERS, `${object.number} 0 R`, '(x)', '999999 0 R']);
    return { ...object, body: withEntries(object.body, `/Length ${length}`) };
  });
}

/** Changes the decompressed data and compresses it again. */
function changeInflated(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    const data = tryInflate(object.stream ?? '');
    if (data === undefined || data.length === 0) return object;
    for (let count = random.length(50); count > 0; count -= 1)
      data[random.below(data.length)] = random.below(256);
    const stream = deflateSync(data).toString('latin1');
    return { ...object, body: withEntries(object.body, `/Length ${stream.length}`), stream };
  });
}

function cutStream(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    return { ...object, stream: (object.stream ?? '').slice(0, random.below(object.stream?.length ?? 0)) };
  });
}

function fillWithNoise(model: Model, random: Random): void {
  editStream(model, random, (object) => {
    const noise = Array.from({ length: random.length(5_000) }, () => random.below(256));
    return { ...object, stream: Buffer.from(noise).toString('latin1') };
  });
}

function editStream(model: Model, random: Random, edit: (object: ModelObject) => ModelObject): void {
  const streams = model.objects.filter(({ stream }) => stream !== undefined);
  if (streams.length === 0) return;
  const object = random.pick(streams);
  model.objects[model.objects.indexOf(object)] = edit(object);
}

function withEntries(body: string, entries: string): string {
  const keys = entries.match(/\/(Filter|Length|DecodeParms)(?= )/g) ?? [];
  const renamed = keys.reduce(
    (text, key) => text.replace(new RegExp(`${key}(?![A-Za-z0-9])`), `/Old${key.slice(1)}`),
    body,
  );
  return renamed.replace(/>>\s*$/, ` ${entries} >>`);
}

function tryInflate(stream: string): Buffer | undefined {
  try {
    return inflateSync(Buffer.from(stream, 'latin1'), { maxOutputLength: 4 * 1024 * 1024 });
  } catch {
    return undefined;
  }
}

export const STREAM_MUTATORS: Readonly<Record<string, ModelMutator>> = {
  bomb,
  objectStreamBomb,
  changeFilter,
  addPredictor,
  changeLength,
  changeInflated,
  cutStream,
  fillWithNoise,
};
