import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBufferSource } from '../read/byte-source.ts';
import { ByteWriter } from './byte-writer.ts';
import { joinSegments, type Segment } from './pdf-bytes.ts';

/** Source of parts and ranges, longer than the writer's buffer. */
const ORIGINAL = Uint8Array.from({ length: 150_000 }, (_, at) => (at * 31 + (at >> 8)) % 251);
/** Not at the start of its memory, as views of a window. */
const BYTES = new Uint8Array([...new Uint8Array(5), ...ORIGINAL]).subarray(5);
const SOURCE = openBufferSource(ORIGINAL);

const place = fc.tuple(fc.nat({ max: 140_000 }), fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 100_000 })));
const step = fc.oneof(
  fc.record({ kind: fc.constant('part' as const), place }),
  fc.record({ kind: fc.constant('bytes' as const), place }),
  fc.record({ kind: fc.constant('range' as const), place }),
  fc.record({ kind: fc.constant('text' as const), length: fc.nat({ max: 70_000 }) }),
  fc.record({ kind: fc.constant('integer' as const), number: fc.maxSafeNat() }),
  fc.record({ kind: fc.constant('reference' as const), number: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function write(writer: ByteWriter, step: Step): Uint8Array {
  if (step.kind === 'text') {
    writer.text('x'.repeat(step.length));
    return Buffer.from('x'.repeat(step.length));
  }
  if (step.kind === 'integer') writer.integer(step.number);
  else if (step.kind === 'reference') writer.reference(step.number);
  else return writePlace(writer, step.kind, ...step.place);
  return Buffer.from(step.kind === 'integer' ? `${step.number}` : `${step.number} 0 R`);
}

function writePlace(writer: ByteWriter, kind: 'part' | 'bytes' | 'range', start: number, length: number) {
  const end = Math.min(start + length, BYTES.length);
  if (kind === 'part') writer.part(BYTES, start, end);
  else if (kind === 'bytes') writer.bytes(BYTES.subarray(start, end));
  else writer.range(SOURCE, start, end - start);
  return ORIGINAL.subarray(start, end);
}

describe('ByteWriter', () => {
  it.each([true, false])(
    'passes on what was written, in order (consumed at once: %s)',
    (isConsumedAtOnce) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
          const segments: Segment[] = [];
          const take = (segment: Segment) =>
            segments.push(
              isConsumedAtOnce && segment instanceof Uint8Array ? new Uint8Array(segment) : segment,
            );
          const writer = new ByteWriter(take, { isConsumedAtOnce });
          const expected = Buffer.concat(steps.map((each) => write(writer, each)));
          expect(writer.position).toBe(expected.length);
          writer.flush();
          expect(Buffer.compare(joinSegments(segments, expected.length), expected)).toBe(0);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each([0, 9, 10, 99, 100, 9_999, 10_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'writes %d',
    (number) => {
      const segments: Segment[] = [];
      const writer = new ByteWriter((segment) => segments.push(segment));
      writer.integer(number);
      writer.flush();
      expect(Buffer.from(joinSegments(segments, 20)).toString()).toBe(String(number));
    },
  );
});
