import { toVisibleLine } from '@countersign/identity/text';

/** Left out without a value. */
export type Fact = readonly [label: string, value: string | null | undefined];

/** Long values such as hashes may break anywhere. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{toVisibleLine(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
}
