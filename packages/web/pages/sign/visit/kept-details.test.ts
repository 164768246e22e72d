import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../testing/memory-storage.ts';
import { forgetDetails, NO_DETAILS, readDetails, type VisitDetails, writeDetails } from './visit-form.tsx';

const LINK = '/sign/a';
const ada: VisitDetails = { fullName: 'Ada', channel: 'sms', emailAddress: 'a@b.se', phoneNumber: '+46' };

describe('what a visitor typed before a reload', () => {
  it('comes back at this link only, with a channel that the link has', () => {
    const storage = memoryStorage();
    writeDetails(storage, LINK, ada);
    expect(readDetails(storage, LINK, ['email', 'sms'])).toEqual(ada);
    expect(readDetails(storage, LINK, ['email'])).toEqual({ ...ada, channel: 'email' });
    expect(readDetails(storage, '/sign/b', ['email', 'sms'])).toEqual(NO_DETAILS);
  });

  it('is gone once the session has begun', () => {
    const storage = memoryStorage();
    writeDetails(storage, LINK, ada);
    forgetDetails(storage, LINK);
    expect(storage.items.size).toBe(0);
  });

  it.each(['null', '7', '"text"', '{"fullName":[],"channel":"fax"}', 'not JSON'])(
    '%s is nothing',
    (stored) => {
      const storage = memoryStorage();
      writeDetails(storage, LINK, ada);
      for (const key of storage.items.keys()) storage.items.set(key, stored);
      expect(readDetails(storage, LINK, ['email', 'sms'])).toEqual(NO_DETAILS);
      expect(readDetails(null, LINK, ['email'])).toEqual(NO_DETAILS);
    },
  );
});
