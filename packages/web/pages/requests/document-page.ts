/** Where the sender who signs goes back to: kept in the tab, for the address of the link. */
const keyOf = (signingPath: string) => `countersign:document-page:${signingPath}`;

/** Called before the link is opened in the same tab. */
export function rememberDocumentPage(signingUrl: string, documentPath: string): void {
  try {
    sessionStorage.setItem(keyOf(new URL(signingUrl).pathname), documentPath);
  } catch {
    // Without storage the page has no link back.
  }
}

/** Returns the path of the sender's page of the document; null for every other signee. */
export function recallDocumentPage(signingPath: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(signingPath));
  } catch {
    return null;
  }
}
