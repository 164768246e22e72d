/** Where the sender who signs goes back to, kept in the tab. */
const keyOf = (signingPath: string) => `countersign:document-page:${signingPath}`;

/** Before the link is opened in the same tab. */
export function rememberDocumentPage(signingUrl: string, documentPath: string): void {
  try {
    sessionStorage.setItem(keyOf(new URL(signingUrl).pathname), documentPath);
  } catch {
    // Then there is no link back.
  }
}

/** Null for every other signee. */
export function recallDocumentPage(signingPath: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(signingPath));
  } catch {
    return null;
  }
}
