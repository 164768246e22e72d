import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../results.ts';
import { judgeGoals, listRowGoals } from './goals.ts';

const timing = (ratio: number) => ({ name: '', wallMs: 1, cpuMs: 1, runs: 1, ratio });

function result(id: string, ratios: Readonly<Record<string, number>>, extraMb = 0): CaseResult {
  const rows = Object.entries(ratios).map(([name, ratio]) => ({
    name,
    warm: timing(ratio),
    cold: timing(ratio),
  }));
  return { id, title: id, rows: [{ name: 'countersign', extraMb }, ...rows] };
}

const judge = (...results: readonly CaseResult[]) =>
  new Map(judgeGoals(results).map(({ goal, isMet, measured }) => [goal, { isMet, measured }]));

describe('goals', () => {
  it('hold when the nearest of the peers is far enough, and say who it was', () => {
    const goals = judge(result('fields/scan', { 'pdf-lib': 400, '@libpdf/core': 21 }));
    expect(goals.get('list fields, 48 MB scan: 20 times faster than the best library')).toEqual({
      isMet: true,
      measured: '21.0 (fields/scan, @libpdf/core)',
    });
  });

  it('do not hold when one of the peers is nearer', () => {
    const goals = judge(result('fields/scan', { 'pdf-lib': 400, 'pdfjs-dist': 19 }));
    expect(goals.get('list fields, 48 MB scan: 20 times faster than the best library')?.isMet).toBe(false);
  });

  it('count a peer that saves incrementally as the same peer', () => {
    const goals = judge(result('boxes/objects', { mupdf: 3, 'mupdf incremental': 0.5 }));
    expect(goals.get('boxes and a page, 150,000 objects: faster than mupdf')?.isMet).toBe(false);
  });

  it('compare with the floor the other way round: it is faster than ours', () => {
    const goals = judge(result('boxes/scan', { 'copy and append': 0.5 }));
    const floor = goals.get('boxes and a page, 48 MB scan: within 1.3 times of copying and appending');
    expect(floor).toEqual({ isMet: false, measured: '2.00' });
  });

  it('hold sealing against copying and hashing, not against what boxes are held against', () => {
    const goal = 'seal a 48 MB scan: within 2 times of copying and hashing it';
    expect(judge(result('seal/scan', { 'copy and hash': 0.5 })).get(goal)?.isMet).toBe(true);
    expect(judge(result('seal/scan', { 'copy and hash': 0.4 })).get(goal)?.isMet).toBe(false);
    expect(judge(result('seal/scan', { 'copy and append': 0.4 })).has(goal)).toBe(false);
  });

  it('hold for the input that takes the most memory, and for no other job', () => {
    const goal = 'merge 8 files of 6 MB: less than 60 MB above idle';
    const goals = judge(
      result('merge/brochures', {}, 59),
      result('merge/slides', {}, 61),
      result('fields/scan', {}, 99),
    );
    expect(goals.get(goal)).toEqual({ isMet: false, measured: '61 MB (merge/slides)' });
    expect(judge(result('merge/brochures', {}, 59), result('fields/scan', {}, 99)).get(goal)?.isMet).toBe(
      true,
    );
  });

  it('take for sealing a part of the memory that the peer adds', () => {
    const rows = (peer: number) => [
      { name: 'countersign', extraMb: 10 },
      { name: '@libpdf/core', extraMb: peer },
    ];
    const goal = 'seal a 48 MB scan: at most a tenth of the memory @libpdf/core adds';
    const ofPeer = (peer: number) => judge({ id: 'seal/scan', title: '', rows: rows(peer) }).get(goal);
    expect(ofPeer(100)).toEqual({ isMet: true, measured: '10 MB of 100 MB' });
    expect(ofPeer(99)?.isMet).toBe(false);
    expect(judge({ id: 'seal/scan', title: '', rows: rows(99).slice(0, 1) }).has(goal)).toBe(false);
  });

  it('take the most memory of all inputs', () => {
    const goals = judge(
      result('fields/form', {}, 12),
      result('boxes/form', {}, 31),
      result('merge/x', {}, 99),
    );
    const memory = goals.get('fields and boxes on any input: less than 30 MB above idle');
    expect(memory).toEqual({ isMet: false, measured: '31 MB (boxes/form)' });
  });

  it('are named beside the rows that they compare with', () => {
    expect(listRowGoals('merge/forms', 'mupdf')).toBe('warm 0.67, cold 1');
    expect(listRowGoals('fields/form', 'mupdf')).toBe('warm 3, cold 1');
    expect(listRowGoals('boxes/objects', 'mupdf incremental')).toBe('warm 1, cold 1');
    expect(listRowGoals('seal/scan', 'copy and hash')).toBe('warm 0.5');
    expect(listRowGoals('fields/form', 'qpdf')).toBe('');
  });
});
