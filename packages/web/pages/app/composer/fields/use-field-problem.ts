import type { FormField } from '@countersign/signing';
import { labelOf } from '../../../document/field-options.ts';
import { useComposerContext } from '../composer-context.ts';
import type { PlacedProblem } from '../model/server-problems.ts';

/** The service names the field as the file does, attributes and all; people know its label. */
export function useFieldProblem(field: FormField): PlacedProblem | undefined {
  const { serverProblems } = useComposerContext();
  const found = serverProblems.find(({ place }) => place.kind === 'field' && place.name === field.name);
  return found && { ...found, message: found.message.replaceAll(field.name, () => labelOf(field)) };
}
