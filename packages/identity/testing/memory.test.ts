import { describe } from 'vitest';
import { accountTests, MemoryIdentity } from './index.ts';

describe('MemoryIdentity', () => {
  const database = new MemoryIdentity();
  accountTests(() => database);
});
