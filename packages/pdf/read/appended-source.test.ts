import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendBlankPage } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { openAppendedSource, openBufferSource } from './byte-source.ts';

describe('openAppendedSource', () => {
  it('reads as the bytes in one piece would', () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    const position = fc.nat({ max: 90 });
    fc.assert(
      fc.property(bytes, bytes, position, position, (head, tail, offset, length) => {
        const source = openAppendedSource(openBufferSource(head), tail);
        const whole = Buffer.concat([head, tail]);
        expect(Buffer.from(source.read(offset, length))).toEqual(whole.subarray(offset, offset + length));
        expect(source.size).toBe(whole.length);
      }),
    );
  });

  it('lets a save be edited and saved again without writing it in between', () => {
    const folder = mkdtempSync(join(tmpdir(), 'appended-'));
    const original = buildPdf(pageBodies(1));
    writeFileSync(join(folder, 'in.pdf'), original);
    const first = openPdf(join(folder, 'in.pdf'));
    appendBlankPage(first);
    const saved = first.save();
    const second = openPdf(saved.toSource());
    appendBlankPage(second);
    second.save().writeTo(join(folder, 'out.pdf'));
    const written = readFileSync(join(folder, 'out.pdf'));
    const revision = saved.toBytes();
    first.close();
    rmSync(folder, { recursive: true });
    expect(openPdf(written).pageCount).toBe(3);
    expect(written.subarray(0, saved.size).equals(revision)).toBe(true);
    expect(written.toString('latin1').split('%%EOF')).toHaveLength(4);
  });
});
