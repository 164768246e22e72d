import { describe, expect, it } from 'vitest';
import { readXmpProperties } from './compare-metadata.ts';

const NAMESPACES =
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
  ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/"';
const packet = (title: string) =>
  `<?xpacket?><rdf:RDF ${NAMESPACES}><dc:title>${title}</dc:title><pdf:Producer>x</pdf:Producer></rdf:RDF>`;
const read = (text: string) => readXmpProperties(text, new Set(['pdf:Producer']));
const DC = 'http://purl.org/dc/elements/1.1/';

describe('the properties of an XMP packet', () => {
  it('are its texts, without comments and excluded properties', () => {
    expect(read(packet('Contract<!-- of 2026 -->'))).toEqual([`${DC}:title=Contract`]);
  });

  it('have the same names as elements and as attributes, and with other prefixes', () => {
    const text = `<rdf:RDF ${NAMESPACES.replace('xmlns:dc', 'xmlns:a')} a:title='Contract' pdf:Producer="x"/>`;
    expect(read(text)).toEqual(read(packet('Contract')));
  });

  /** The title and the author could be exchanged, and a title become a subject. */
  it('include the names of what contains them', () => {
    const title = '<rdf:Alt><rdf:li xml:lang="sv">Avtal</rdf:li></rdf:Alt>';
    expect(read(packet(title))).toEqual([`${DC}:title/xml:lang=sv`, `${DC}:title=Avtal`]);
  });

  it('are excluded only where they belong', () => {
    expect(read(packet('<pdf:Producer>Contract</pdf:Producer>'))).toHaveLength(1);
    expect(read(packet('Contract').replace('pdf/1.3', 'other'))).toHaveLength(2);
  });

  it.each([
    'Contract<![CDATA[, void]]>',
    '<!ENTITY a "void">Contract',
    '<rdf:li>Contract',
    'Contract</rdf:li>',
    '<rdf:li a="<pdf:Producer>">Contract</rdf:li>',
    '<rdf:li xmlns:dc="other">Contract</rdf:li>',
    '<!-- Contract',
    '<'.repeat(1000),
  ])('cannot be read from a packet with %s', (title) => {
    expect(read(packet(title))).toBeUndefined();
  });

  it('are read as far as a quoted bracket', () => {
    expect(read(packet('<rdf:li a="><pdf:Producer ">Contract</rdf:li>'))).toBeUndefined();
    expect(read(packet('<rdf:li a=">">Contract</rdf:li>'))).toEqual([
      `${DC}:title/a=>`,
      `${DC}:title=Contract`,
    ]);
  });
});
