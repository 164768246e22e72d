/** RFC 6266: an ASCII name for old clients and the full name in UTF-8. */
export function attachmentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** RFC 8187 3.2.1: encodeURIComponent leaves four characters that attr-char does not allow. */
function encodeExtended(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
