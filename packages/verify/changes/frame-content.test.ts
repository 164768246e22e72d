import { describe, expect, it } from 'vitest';
import { drawsOnlyFrame } from './frame-content.ts';

const BOX = [0, 0, 200, 40] as const;

describe('the appearance of a field', () => {
  it.each([
    ['nothing', '/Tx BMC q BT /F1 12 Tf () Tj ET Q EMC'],
    ['a background and a border', '0.9 g 0 0 200 40 re f 1 w 0.5 0.5 199 39 re s'],
    [
      'a bevelled border',
      '1 1 m 1 39 l 199 39 l 197 37 l 3 37 l 3 3 l f 199 39 m 199 1 l 1 1 l 3 3 l 197 3 l 197 37 l f',
    ],
    ['a frame that a matrix moves', 'q 1 0 0 1 100 20 cm -100 -20 m -100 20 l 100 20 l 100 -20 l h B Q'],
    ['an underline', '0 1 m 200 1 l S'],
    ['the cells of a comb', '50 0 m 50 40 l 100 40 m 100 0 l 150 0 m 150 40 l s'],
    ['a clipping path along the edges', 'q 1 1 198 38 re W n Q'],
    ['a border of four lines', '0 0 m 200 0 l 200 0 m 200 40 l 0 40 m 200 40 l 0 0 m 0 40 l S'],
    ['a border of four filled sides', '0 0 m 200 0 l 199 1 l 1 1 l f 0 40 m 200 40 l 199 39 l 1 39 l f'],
    ['a dashed border and dashed dividers', '[3 2] 0 d .5 .5 199 39 re S 100 0 m 100 40 l S'],
    ['a border with transparency', '/GS0 gs 0 0 200 40 re s'],
  ])('that draws %s is a frame', (_, content) => {
    expect(drawsOnlyFrame(content, BOX, true)).toBe(true);
  });

  it.each([
    ['text', 'BT /F1 12 Tf (1) Tj ET'],
    ['text of spaces, which a font may draw', 'BT /F1 12 Tf ( ) Tj ET'],
    ['text in hexadecimal digits', 'BT /F1 12 Tf <31> Tj ET'],
    ['a digit of lines', '2 w 20 5 m 40 5 l 40 30 l 20 30 l 20 5 l S'],
    ['a digit of lines that a matrix moves', 'q 1 0 0 1 20 5 cm 0 0 m 20 0 l 20 25 l S Q'],
    ['a bar', '50 5 10 30 re f'],
    ['a curve', '0 0 m 10 10 20 20 30 30 c S'],
    ['a form', '/Fm0 Do'],
    ['a background of a pattern', '/Pattern cs /P0 scn 0 0 200 40 re f'],
    ['a background that is clipped to a shape', '20 5 m 40 30 l 60 5 l h W n 0 0 200 40 re f'],
    ['a background with a mask', '/GS0 gs 0 0 200 40 re f'],
    ['dashes as high as the box', '80 w [3 9] 0 d 0 0 m 200 0 l S'],
    ['a border whose last side is drawn by closing it', '0 0 m 200 0 l 200 40 l s'],
    ['what cannot be read', '0 0 200 40 re f (unterminated'],
    // Readers take the last operands.
    ['a bar after other operands', '0 0 0 0 50 5 9 30 re f'],
    ['with operands of another type', '/N 0 0 200 40 re f'],
    // Readers take `5-3` for 5, 2 or 0.
    ['with numbers that readers read differently', '0 0 5-3 200 40 re f'],
    ['with numbers beyond 32 bits', '4294967296 0 200 40 re f'],
    ['with a space that PDF does not know', '0 0 200\u00a040 40 re f'],
    // `q` keeps all of the graphics state.
    ['a wide line, after a thin one that was restored', '40 w q .1 w Q 0 0 m 200 0 l S'],
    ['dashes that were restored', '[60 200] 0 d q [] 0 d Q 0 0 200 40 re S'],
    ['what was never saved', 'Q 0 0 200 40 re f'],
    ['a line whose width is set within the path', '0 0 m 40 w 200 0 l S'],
    ['a list of dashes', '[1 2 3 1] 0 d 0 0 m 200 0 l S'],
    ['dashes with a phase', '[1 5] 3 d 0 0 m 200 0 l S'],
    ['dashes that leave out a side', '[400 200] 0 d 0 0 200 40 re S'],
    ['layers of dashes', '[1 5] 0 d 0 1 m 200 1 l S 3 2 m 200 2 l S'],
    ['many lines along an edge', '0 1 m 200 1 l 0 3 m 200 3 l S'],
    ['many layers', '0 0 200 40 re f '.repeat(13)],
    ['a digit within the edge', '20 1 m 24 1 l 24 5 l 20 5 l f'],
    ['a line along a part of an edge', '20 1 m 24 1 l S'],
    ['a rectangle in a corner', '0 0 3 5 re f'],
    ['a digit in a corner', '0 0 m 3 0 l 3 2 l 0 2 l 0 5 l 3 5 l S'],
    ['a background that is clipped to an edge', '0 0 m 0 40 l 3 40 l 3 0 l h W n 0 0 200 40 re f'],
    ['a slanted line', '0 0 m 200 5 l S'],
    ['dividers at uneven distances', '20 0 m 20 40 l 40 0 m 40 40 l 100 0 m 100 40 l S'],
    ['dividers of several colours', '0 g 100 0 m 100 40 l S 1 g 100 0 m 100 40 l S'],
    ['a thick divider', '12 w 100 0 m 100 40 l S'],
    ['a short divider', '100 10 m 100 30 l S'],
    ['a layer that can be hidden', '/OC /MC0 BDC 0 0 200 40 re f EMC'],
  ])('that draws %s is more', (_, content) => {
    expect(drawsOnlyFrame(content, BOX, false)).toBe(false);
  });
});
