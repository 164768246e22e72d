import { useLabels } from './labels.ts';

export function Brand() {
  const label = useLabels();
  return (
    <span class="brand">
      <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" />
        <path d="M7 22c3-6 5-11 7.5-11 2.7 0-.5 9 1.8 9 1.7 0 2.2-4 4-4 1.5 0 .8 3 2.4 3 .9 0 1.6-.6 2.3-1.4" />
      </svg>
      <span class="brand-name">{label('brand')}</span>
    </span>
  );
}
