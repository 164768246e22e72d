import { createOperator, type Operator, type OperatorDeps } from '@countersign/identity';
import {
  createEvidenceOperator,
  createSealingOperator,
  type Database,
  type EvidenceOperator,
  type SealingOperator,
} from '@countersign/signing';

export type AdminOperator = Operator & EvidenceOperator & SealingOperator;

export function createAdminOperator(deps: OperatorDeps & { readonly database: Database }): AdminOperator {
  return { ...createOperator(deps), ...createEvidenceOperator(deps), ...createSealingOperator(deps) };
}
