import type { SigningView } from '@countersign/signing';
import { PageFields } from '../fields/page-fields.tsx';
import { SignatureBoxes } from '../ink/signature-boxes.tsx';
import type { SigningClient } from '../session/signing-client.ts';
import type { PageLayers } from './page-layers.ts';
import { PdfPages } from './pdf-pages.tsx';

interface DocumentViewProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly layers: PageLayers;
  readonly onStale: () => void;
}

export function DocumentView({ view, client, layers, onStale }: DocumentViewProps) {
  return (
    <PdfPages
      url={client.documentUrl(view)}
      send={client.send}
      onStale={onStale}
      renderLayers={({ pdf, page, scale }) => (
        <>
          <PageFields view={view} pdf={pdf} page={page} scale={scale} layers={layers} />
          <SignatureBoxes view={view} page={page} scale={scale} layers={layers} />
        </>
      )}
    />
  );
}
