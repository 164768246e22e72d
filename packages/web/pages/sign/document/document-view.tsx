import type { SigningView } from '@countersign/signing';
import { PageFields } from '../fields/page-fields.tsx';
import { SignatureBoxes } from '../ink/signature-boxes.tsx';
import type { PageLayers } from './page-layers.ts';
import { PdfPages } from './pdf-pages.tsx';

interface DocumentViewProps {
  readonly view: SigningView;
  readonly documentUrl: string;
  readonly layers: PageLayers;
  /** The service has another PDF now. */
  readonly onStale: () => void;
}

/** The document with its inputs. */
export function DocumentView({ view, documentUrl, layers, onStale }: DocumentViewProps) {
  return (
    <PdfPages
      url={documentUrl}
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
