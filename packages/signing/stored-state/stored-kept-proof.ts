import { z } from 'zod';
import type { KeptProof } from '../proofs/kept-proof.ts';
import { defineStoredState } from './stored-state.ts';

/** Encrypted. */
export const storedKeptProof = defineStoredState<KeptProof['content']>(
  'kept proof',
  z.record(z.string(), z.string().nullable()),
  [],
);
