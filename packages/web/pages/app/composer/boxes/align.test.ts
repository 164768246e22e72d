import { describe, expect, it } from 'vitest';
import { align, distribute, matchScale } from './geometry.ts';

const at = (id: string, x: number, y: number, scale = 1, page = 0) => ({
  id,
  kind: 'signature' as const,
  box: { page, x, y, scale },
});
const positions = (moves: ReadonlyMap<string, { x: number; y: number }>) =>
  Object.fromEntries([...moves].map(([id, { x, y }]) => [id, [x, y]]));

describe('aligning boxes', () => {
  it.each([
    ['left', [10, 300]],
    ['center', [64.75, 300]],
    ['right', [119.5, 300]],
    ['top', [50, 20]],
    ['middle', [50, 34.5]],
    ['bottom', [50, 49]],
  ] as const)('%s follows the first', (alignment, expected) => {
    const moved = align([at('a', 10, 20), at('b', 50, 300, 0.5)], alignment);
    expect(positions(moved)).toEqual({ a: [10, 20], b: expected });
  });

  it('keeps every box on its page', () => {
    const moved = align([at('a', 10, 20), at('b', 50, 300, 1, 3)], 'left');
    expect(moved.get('b')).toEqual({ page: 3, x: 10, y: 300, scale: 1 });
  });

  it('distributes with equal gaps between the outermost', () => {
    const boxes = [at('a', 0, 0), at('c', 0, 500), at('b', 0, 90)];
    expect(positions(distribute(boxes, 'vertical'))).toEqual({ a: [0, 0], b: [0, 250], c: [0, 500] });
    expect(distribute(boxes.slice(0, 2), 'vertical').size).toBe(0);
  });

  it('gives all the scale of the first', () => {
    expect(matchScale([at('a', 0, 0, 0.5), at('b', 9, 9)]).get('b')?.scale).toBe(0.5);
  });
});
