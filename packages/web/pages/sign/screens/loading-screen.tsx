import { Brand } from '../../parts/brand.tsx';

export function LoadingScreen({ label }: { readonly label: string }) {
  return (
    <main class="message-page">
      <Brand />
      <p class="loading" role="status">
        <span class="spinner" aria-hidden="true" />
        {label}
      </p>
    </main>
  );
}
