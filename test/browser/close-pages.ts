import { afterEach } from 'vitest';
import { closeSharedPages } from './chromium.ts';

afterEach(closeSharedPages);
