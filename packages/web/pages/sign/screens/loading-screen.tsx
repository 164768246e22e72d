import { Brand } from '../../parts/brand.tsx';
import { useText } from '../text/text-context.ts';

export function LoadingScreen() {
  const text = useText();
  return (
    <main class="message-page">
      <Brand />
      <p class="loading" role="status">
        <span class="spinner" aria-hidden="true" />
        {text('loading')}
      </p>
    </main>
  );
}
