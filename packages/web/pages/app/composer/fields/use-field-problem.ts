import type { FormField } from '@countersign/signing';
import { useComposerContext } from '../composer-context.ts';
import type { PlacedProblem } from '../model/server-problems.ts';

export function useFieldProblem({ name }: FormField): PlacedProblem | undefined {
  const { serverProblems } = useComposerContext();
  return serverProblems.find(({ place }) => place.kind === 'field' && place.name === name);
}
