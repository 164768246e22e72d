import { toVisibleLine } from '@countersign/identity/text';

/** A label and what is known; facts without a value are left out. */
export type Fact = readonly [label: string, value: string | null | undefined];

/** Long values, hashes above all, break anywhere. */
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
