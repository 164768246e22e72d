import { Brand } from '../../parts/brand.tsx';

export interface SenderBrandProps {
  readonly view: { readonly senderName: string; readonly senderLogoUrl?: string | undefined };
}

/** Of the account, or the product. */
export function SenderBrand({ view: { senderName, senderLogoUrl } }: SenderBrandProps) {
  if (senderLogoUrl === undefined) return <Brand />;
  return (
    <span class="brand">
      <img class="brand-logo" src={senderLogoUrl} alt={senderName} />
    </span>
  );
}
