import type { FormField } from '@countersign/signing';
import { labelOf } from '../../../document/field-options.ts';
import { useComposerContext } from '../composer-context.ts';
import { nameOf } from '../model/composition.ts';
import { useComposerText } from '../text.ts';
import type { SendObstacle } from './checks.ts';

/** In place of the names that fields have in the file, where those have attributes. */
function withLabels(message: string, fields: readonly FormField[]): string {
  const named = fields.find(({ name, attributes }) => attributes.length > 0 && message.includes(name));
  return named === undefined ? message : message.replaceAll(named.name, () => labelOf(named));
}

export function Obstacles({ obstacles }: { readonly obstacles: readonly SendObstacle[] }) {
  const text = useComposerText();
  const { composition, fields } = useComposerContext();
  const { signees } = composition;
  const sentenceOf = (obstacle: SendObstacle): string => {
    if (obstacle.kind === 'message') return withLabels(obstacle.message, fields);
    if (obstacle.kind === 'sentence') return text(obstacle.key);
    const index = signees.findIndex(({ key }) => key === obstacle.signeeKey);
    const signee = signees[index];
    const name = (signee && nameOf(signee)) || text('signeeNumber', { number: index + 1 });
    if (obstacle.kind === 'box') return `${name}: ${text(`box_${obstacle.warning}`)}`;
    return `${name}: ${obstacle.code === 'contact_required' ? text('contactMissing') : obstacle.message}`;
  };
  return (
    <ul class="composer-obstacles">
      {obstacles.map((obstacle) => (
        <li key={JSON.stringify(obstacle)}>{sentenceOf(obstacle)}</li>
      ))}
    </ul>
  );
}
