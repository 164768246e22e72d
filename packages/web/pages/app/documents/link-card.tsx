import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useDocumentsText } from './text.ts';

interface LinkCardProps {
  readonly title: string;
  readonly url: string;
  /** Level of the heading: below that of the page or dialog. */
  readonly heading: 'h2' | 'h3';
}

/** An address to hand out: to copy, or to scan. */
export function LinkCard({ title, url, heading: Heading }: LinkCardProps) {
  const text = useDocumentsText();
  const [hasCode, setHasCode] = useState(false);
  return (
    <section class="link-card" aria-label={title}>
      <Heading>{title}</Heading>
      <div class="secret">
        <code>{url}</code>
        <CopyButton value={url} label={text('copyLink')} />
        <Button kind="quiet" aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
          {text(hasCode ? 'hideQrCode' : 'showQrCode')}
        </Button>
      </div>
      {hasCode && <QrCode content={url} label={text('qrCodeOf', { title })} />}
    </section>
  );
}
