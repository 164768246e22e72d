import { constants, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { countInk, findRed } from '../testing/draw-by-mupdf.ts';
import { readContentState } from './content-state.ts';
import { appendPageContent, endedEarly } from './page-content.ts';

const RED = '1 0 0 rg 30 50 20 40 re f';
/** Left, top, right, bottom on the page of 300 x 400 points. */
const RED_BOX = [30, 310, 50, 350];
/** A black square elsewhere shows whether the page is unchanged. */
const BLACK = '200 200 40 40 re f';

function build(...contents: readonly string[]): Uint8Array {
  const bodies = pageBodies(1);
  const refs = contents.map((_, index) => `${20 + index} 0 R`).join(' ');
  bodies[3] = `<< /Type /Page /Parent 2 0 R /Contents [${refs}] >>`;
  contents.forEach((content, index) => {
    bodies[20 + index] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  });
  return buildPdf(bodies);
}

function buildWithStream(bytes: Uint8Array, filter: string): Uint8Array {
  const bodies = pageBodies(1);
  bodies[3] = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>';
  const data = Buffer.from(bytes).toString('latin1');
  bodies[4] = `<< /Length ${bytes.length} /Filter ${filter} >>\nstream\n${data}\nendstream`;
  return buildPdf(bodies);
}

// MuPDF ends a page at the word, the other readers ignore it.
it('content with the word endstream is shown whole', () => {
  const file = openPdf(build(`0 g 0 0 1 1 re f endstream ${BLACK}`));
  const page = file.page(0);
  appendPageContent(file, page, RED);
  expect(endedEarly(page)).toBe(true);
  expect(countInk(file.save().toBytes(), 0)).toBeGreaterThan(1600);
});

/** Compressed content followed by a block of an invalid type (RFC 1951 3.2.3). */
function breakOff(content: string): Uint8Array {
  const sound = deflateSync(Buffer.from(content, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([sound, Buffer.alloc(40, 0xff)]);
}

function state(content: string) {
  return readContentState(Buffer.from(content, 'latin1'));
}

describe('readContentState', () => {
  it('counts pairs and finds what is left open', () => {
    expect(state('q q Q BT /F 1 Tf')).toMatchObject({ surplus: [], closing: 'ET\nQ\n' });
    expect(state('/OC /x BDC /P BMC EMC q')).toMatchObject({ surplus: [], closing: 'EMC\nQ\n' });
    expect(state('Q q Q Q')).toMatchObject({ surplus: [0, 6], closing: '' });
  });

  it('passes over what only looks like an operator', () => {
    expect(state('(q \\) q (q)) Tj <71> Tj /q gs % q\n[(q)] TJ << /q /Q >> q1 Qq')).toMatchObject({
      surplus: [],
      closing: '',
    });
    expect(state('BI /W 1 /H 1 ID \x00 q EI\x01 Q q \nEI q').closing).toBe('Q\n');
  });
});

describe('appendPageContent', () => {
  const pages: Readonly<Record<string, readonly string[]>> = {
    'in order': [`q 2 0 0 2 0 0 cm Q ${BLACK}`],
    'a state left open': [`${BLACK} q 2 0 0 2 50 50 cm`],
    'many states left open over two streams': [
      'q 0.5 0 0 0.5 9 9 cm q',
      `2 0 0 2 -18 -18 cm ${BLACK} q 3 0 0 3 0 0 cm`,
    ],
    'a Q too many': [`${BLACK} 0.5 0 0 0.5 0 0 cm Q 2 0 0 2 0 0 cm`],
    'a Q too many at the end': [`q ${BLACK} Q Q`, 'Q 3 0 0 3 0 0 cm'],
    'text and marked content left open': [`${BLACK} /Artifact BMC BT 2 0 0 2 0 0 Tm`],
    'a clip that was never undone': [`${BLACK} 0 0 1 1 re W n`],
  };

  it.each(Object.keys(pages))('puts the mark in its place on a page with %s', (name) => {
    const original = build(...(pages[name] ?? []));
    const file = openPdf(original);
    appendPageContent(file, file.page(0), RED);
    appendPageContent(file, file.page(0), '0 g 0 0 1 1 re f');
    const saved = file.save().toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    const inkBefore = countInk(original, 0);
    expect(findRed(saved, 0)).toEqual(RED_BOX);
    // 20 x 40 points of red are 800 points of grey 76; the corner is one point of black.
    expect(countInk(saved, 0)).toBeCloseTo(inkBefore + (800 * (255 - 76)) / 255 + 1, -1);
  });

  it('leaves the streams of a page in order as they are', () => {
    const file = openPdf(build(`q ${BLACK} Q`, 'q Q'));
    appendPageContent(file, file.page(0), RED);
    const { increment } = file.saveIncremental();
    expect(Buffer.from(increment).toString('latin1')).toMatch(
      /\/Contents\[\d+ 0 R 20 0 R 21 0 R \d+ 0 R \d+ 0 R\]/,
    );
  });

  // A nested array became one level deeper than the limit, so the saved file could not be opened.
  it('omits what is not a stream from the list of streams', () => {
    const bodies = pageBodies(1);
    const nested = `${'['.repeat(253)}${']'.repeat(253)}`;
    bodies[3] = `<< /Type /Page /Parent 2 0 R /Contents [20 0 R null ${nested} 99 0 R] >>`;
    bodies[20] = `<< /Length ${BLACK.length} >>\nstream\n${BLACK}\nendstream`;
    const file = openPdf(buildPdf(bodies));
    appendPageContent(file, file.page(0), RED);
    const saved = file.save().toBytes();
    expect(Buffer.from(saved).toString('latin1')).toMatch(/\/Contents\[\d+ 0 R 20 0 R \d+ 0 R \d+ 0 R\]/);
    expect(openPdf(saved).pageCount).toBe(1);
  });

  it('does not read a stream that a page lists a thousand times', () => {
    const bodies = pageBodies(1);
    const content = `${BLACK} `.repeat(30_000);
    bodies[3] = `<< /Type /Page /Parent 2 0 R /Contents [${'4 0 R '.repeat(1000)}] >>`;
    bodies[4] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
    const file = openPdf(buildPdf(bodies));
    const before = file.source.bytesRead;
    appendPageContent(file, file.page(0), RED);
    expect(file.source.bytesRead - before).toBeLessThan(50 * 1024 * 1024);
  });

  // One copy for each mention took 14 s for a file of 819 bytes, and made it 1.7 MB.
  it('makes one copy of a stream with a Q too many that a page lists a thousand times', () => {
    const bodies = pageBodies(1);
    bodies[3] = `<< /Type /Page /Parent 2 0 R /Contents [${'4 0 R '.repeat(1000)}] >>`;
    bodies[4] = '<< /Length 1 >>\nstream\nQ\nendstream';
    const file = openPdf(buildPdf(bodies));
    const highest = file.objectLimit;
    appendPageContent(file, file.page(0), RED);
    const saved = file.save().toBytes();
    expect(findRed(saved, 0)).toEqual(RED_BOX);
    expect(openPdf(saved).objectLimit - highest).toBeLessThan(10);
  });

  // Readers end a page at the break, so later content was invisible.
  it('is seen on a page whose content breaks off, and what comes before the break stays', () => {
    const original = buildWithStream(
      breakOff(`q 0.5 0 0 0.5 0 0 cm 0 0 600 600 re W n ${BLACK}\n`),
      '/FlateDecode',
    );
    const file = openPdf(original);
    appendPageContent(file, file.page(0), RED);
    const saved = file.rewrite().toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(findRed(saved, 0)).toEqual(RED_BOX);
    // The black square has half its size.
    expect(countInk(saved, 0)).toBeCloseTo(400 + (800 * (255 - 76)) / 255, -1);
  });

  it('is seen on a page whose content cannot be inflated at all', () => {
    const file = openPdf(buildWithStream(Buffer.from('xxxxxxxxxxxxxxxx'), '/FlateDecode'));
    appendPageContent(file, file.page(0), RED);
    const saved = file.rewrite().toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(findRed(saved, 0)).toEqual(RED_BOX);
  });

  it('draws on content that it cannot read', () => {
    const bodies = pageBodies(1);
    bodies[4] = '<< /Length 3 /Filter /Unheard >>\nstream\nabc\nendstream';
    const file = openPdf(buildPdf(bodies));
    appendPageContent(file, file.page(0), RED);
    expect(findRed(file.save().toBytes(), 0)).toEqual(RED_BOX);
  });
});
