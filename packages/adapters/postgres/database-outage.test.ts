import { DatabaseUnavailable } from '@countersign/signing/ports';
import { describe, expect, it } from 'vitest';
import { asDatabaseError } from './transaction.ts';

const errorWith = (code: string) => Object.assign(new Error('failed'), { code });

describe('an error of the database', () => {
  it.each(['08006', '40P01', '53300', '57P03', '25006', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'])(
    'with the code %s is an outage',
    (code) => {
      expect(asDatabaseError(errorWith(code))).toBeInstanceOf(DatabaseUnavailable);
    },
  );

  it('without a code is an outage if the connection was lost', () => {
    const lost = new Error('Connection terminated unexpectedly');
    expect(asDatabaseError(lost)).toBeInstanceOf(DatabaseUnavailable);
  });

  it.each(['42P01', '23505', 'ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE'])(
    'with the code %s stays what it is: a mistake would not pass by itself',
    (code) => {
      const error = errorWith(code);
      expect(asDatabaseError(error)).toBe(error);
    },
  );
});
