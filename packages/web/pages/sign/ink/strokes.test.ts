import type { PointGroup } from 'signature_pad';
import { describe, expect, it } from 'vitest';
import { fitStrokes, inkBounds, isEnoughInk, transformStrokes } from './strokes.ts';

function stroke(...places: readonly (readonly [x: number, y: number])[]): PointGroup {
  return {
    dotSize: 0,
    minWidth: 1,
    maxWidth: 3,
    penColor: '#10285c',
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over',
    points: places.map(([x, y], index) => ({ x, y, pressure: 0.5, time: index * 10 })),
  };
}

const drawn = { strokes: [stroke([10, 10], [110, 60])], padSize: { width: 400, height: 200 } };

describe('strokes', () => {
  it('keep pen speed and so thickness in proportion when they are scaled', () => {
    const [scaled] = transformStrokes(drawn.strokes, 2);
    expect(scaled?.points[1]).toEqual({ x: 220, y: 120, pressure: 0.5, time: 20 });
    expect(scaled?.maxWidth).toBe(6);
  });

  it('fit a narrower pad, centred and in shape', () => {
    const [fitted] = fitStrokes(drawn, { width: 200, height: 200 });
    expect(fitted?.points.map(({ x, y }) => [x, y])).toEqual([
      [5, 55],
      [55, 80],
    ]);
  });

  it('are the same after the phone was turned and turned back', () => {
    expect(fitStrokes(drawn, drawn.padSize)).toEqual(drawn.strokes);
  });

  it('are not drawn on a pad without a size', () => {
    expect(fitStrokes(drawn, { width: 0, height: 0 })).toEqual([]);
    expect(fitStrokes({ ...drawn, padSize: { width: 0, height: 0 } }, drawn.padSize)).toEqual([]);
  });

  it('cover their points and the width of the line', () => {
    expect(inkBounds(drawn.strokes)).toEqual({ x: 7, y: 7, width: 106, height: 56 });
    expect(inkBounds([])).toBe(null);
  });

  it('are a signature only from some length on', () => {
    expect(isEnoughInk(drawn.strokes)).toBe(true);
    expect(isEnoughInk([stroke([10, 10], [12, 12])])).toBe(false);
    expect(isEnoughInk([])).toBe(false);
  });
});
