import type { ComposerKey } from '@countersign/i18n/composer';
import type { Warning } from '../saving/composer-client.ts';
import { useComposerText } from '../text.ts';

const SENTENCES = {
  signatures_removed: 'warning_signatures_removed',
  signature_fields_removed: 'warning_signature_fields_removed',
  active_content_removed: 'warning_active_content_removed',
  fields_listed: 'warning_fields_listed',
  hidden_layers: 'warning_hidden_layers',
  unprinted_layers: 'warning_unprinted_layers',
  hidden_annotations: 'warning_hidden_annotations',
  fields_redrawn: 'warning_fields_redrawn',
  annotations_drawn: 'warning_annotations_drawn',
  file_repaired: 'warning_file_repaired',
  certification_removed: 'warning_certification_removed',
  signature_remains_removed: 'warning_signature_remains_removed',
  conformance_claim_ends: 'warning_conformance_claim_ends',
  conformance_claim_changes: 'warning_conformance_claim_changes',
  field_renamed: 'warning_field_renamed',
  more_fields_renamed: 'warning_more_fields_renamed',
} as const satisfies Readonly<Record<string, ComposerKey>>;

function isKnown(code: string): code is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, code);
}

export function FileWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const text = useComposerText();
  const known = warnings.filter(({ code }) => isKnown(code));
  if (known.length === 0) return null;
  return (
    <ul class="composer-warnings">
      {known.map(({ code, path = '', params = {} }, index) =>
        isKnown(code) ? <li key={`${code}-${path}-${index}`}>{text(SENTENCES[code], params)}</li> : null,
      )}
    </ul>
  );
}
