import '../../sign/styles/document.css';
import { pageText } from '@countersign/i18n';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.tsx';
import { PdfPages } from '../../sign/document-view.tsx';
import { TextContext } from '../../sign/parts.tsx';
import { useApp } from '../router.ts';

/** The document looks as on the signing page. */
export function PdfPreview({ documentId }: { readonly documentId: string }) {
  const { language } = usePageLanguage();
  const { api } = useApp();
  const text = useMemo(() => pageText(language), [language]);
  const [version, setVersion] = useState(0);
  const onStale = useCallback(() => setVersion((count) => count + 1), []);
  return (
    <TextContext.Provider value={text}>
      <PdfPages
        key={version}
        url={`/v1/docs/${encodeURIComponent(documentId)}/file`}
        onStale={onStale}
        send={api.fetch}
      />
    </TextContext.Provider>
  );
}
