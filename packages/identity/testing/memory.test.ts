import { describe } from 'vitest';
import { accountTests, browserSessionTests, MemoryIdentity, personTests } from './index.ts';

describe('MemoryIdentity', () => {
  const database = new MemoryIdentity();
  accountTests(() => database);
  personTests(() => database);
  browserSessionTests(() => database);
});
