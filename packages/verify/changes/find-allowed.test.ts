import type { Permissions } from '@countersign/seal/checks';
import { describe, expect, it } from 'vitest';
import { laterChange } from './later-change.ts';
import { findAllowed } from './permissions.ts';

const FILLED = laterChange('field_filled', { field: 'Name' });
const FREE: Permissions = { level: undefined, locks: [] };

function signed(coveredBytes: number, permissions: Permissions = FREE, valid = true) {
  return { valid, coveredBytes, changes: [FILLED], permissions };
}

describe('findAllowed', () => {
  it('applies the permissions of a signature to itself and to later ones, not to earlier ones', () => {
    const first = signed(100);
    const certifying = signed(200, { level: 1, locks: [] });
    const last = signed(300);
    expect([...findAllowed([last, first, certifying])]).toEqual([first]);
  });

  it('applies the permissions of all signatures of the same revision to each', () => {
    const locked = signed(100, { level: undefined, locks: [{ action: 'All', fields: [] }] });
    expect([...findAllowed([signed(100), locked])]).toEqual([]);
  });

  it('ignores invalid signatures', () => {
    const valid = signed(200);
    expect([...findAllowed([signed(100, { level: 1, locks: [] }, false), valid])]).toEqual([valid]);
  });

  it('reads the lock of each of a thousand signatures of one revision once', () => {
    let reads = 0;
    const lock = {
      action: 'Include' as const,
      get fields() {
        reads += 1;
        return ['Other'];
      },
    };
    const signatures = Array.from({ length: 1000 }, () => signed(100, { level: undefined, locks: [lock] }));
    expect(findAllowed(signatures).size).toBe(1000);
    expect(reads).toBe(1000);
  });
});
