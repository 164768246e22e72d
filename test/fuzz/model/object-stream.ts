import { deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import type { ModelObject } from './document.ts';

/** Builds an object stream (ISO 32000-1 7.5.7); `flawed` may change each number. */
export function packObjectStream(
  number: number,
  objects: readonly ModelObject[],
  flawed: (value: number) => number,
  random: Random,
): ModelObject {
  let data = '';
  let index = '';
  for (const object of objects) {
    index += `${flawed(object.number)} ${flawed(data.length)} `;
    data += `${object.body} `;
  }
  const isDeflated = random.chance(0.8);
  const content = Buffer.from(index + data, 'latin1');
  const stream = (isDeflated ? deflateSync(content) : content).toString('latin1');
  const entries = [
    '/Type /ObjStm',
    `/N ${flawed(objects.length)}`,
    `/First ${flawed(index.length)}`,
    `/Length ${flawed(stream.length)}`,
    isDeflated ? '/Filter /FlateDecode' : '',
    random.chance(0.05) ? `/Extends ${number} 0 R` : '',
  ];
  return { number, generation: 0, body: `<< ${entries.join(' ')} >>`, stream };
}
