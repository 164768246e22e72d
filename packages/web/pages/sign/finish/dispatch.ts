import type { SigningAction } from './signing-state.ts';

export type Dispatch = (action: SigningAction) => void;
