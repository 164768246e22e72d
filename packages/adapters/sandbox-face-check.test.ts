import { faceCheckContract } from '@countersign/signing/testing';
import { describe, expect, it } from 'vitest';
import { createSandboxFaceCheck } from './sandbox.ts';

describe('the sandbox', () => {
  faceCheckContract(async () => ({
    provider: createSandboxFaceCheck(),
    finish: null,
    unreachable: null,
    close: async () => undefined,
  }));

  it('says what it is', () => expect(createSandboxFaceCheck().name).toContain('Sandbox'));
});
