import { useComposerContext } from '../composer-context.ts';
import { nameOf } from '../model/composition.ts';
import { useComposerText } from '../text.ts';
import type { SendObstacle } from './checks.ts';

export function Obstacles({ obstacles }: { readonly obstacles: readonly SendObstacle[] }) {
  const text = useComposerText();
  const { signees } = useComposerContext().composition;
  const sentenceOf = (obstacle: SendObstacle): string => {
    if (obstacle.kind === 'message') return obstacle.message;
    if (obstacle.kind === 'sentence') return text(obstacle.key);
    const index = signees.findIndex(({ key }) => key === obstacle.signeeKey);
    const signee = signees[index];
    const name = (signee && nameOf(signee)) || text('signeeNumber', { number: index + 1 });
    return `${name}: ${text(`box_${obstacle.warning}`)}`;
  };
  return (
    <ul class="composer-obstacles">
      {obstacles.map((obstacle) => (
        <li key={JSON.stringify(obstacle)}>{sentenceOf(obstacle)}</li>
      ))}
    </ul>
  );
}
