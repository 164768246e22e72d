import { createOperator, type Operator, type OperatorDeps } from '@countersign/identity';
import { createEvidenceOperator, type Database, type EvidenceOperator } from '@countersign/signing';

export type AdminOperator = Operator & EvidenceOperator;

export function createAdminOperator(deps: OperatorDeps & { readonly database: Database }): AdminOperator {
  return { ...createOperator(deps), ...createEvidenceOperator(deps) };
}
