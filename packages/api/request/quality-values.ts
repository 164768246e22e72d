/** Of a header such as Accept (RFC 9110 12.4.2): values in lower case, an unreadable quality as 0. */
export function readQualities(header = ''): readonly (readonly [value: string, quality: number])[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const quality = weight === undefined ? 1 : Number(weight.slice(2));
      return [value, Number.isNaN(quality) ? 0 : quality];
    });
}
