import { describe } from 'vitest';
import { accountTests } from './account-tests.ts';
import { browserSessionTests } from './browser-session-tests.ts';
import { MemoryIdentity } from './memory-identity.ts';
import { personTests } from './person-tests.ts';
import { signOnTests } from './sign-on-tests.ts';

describe('MemoryIdentity', () => {
  const database = new MemoryIdentity();
  accountTests(() => database);
  personTests(() => database);
  browserSessionTests(() => database);
  signOnTests(() => database);
});
