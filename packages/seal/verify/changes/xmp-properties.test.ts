import { describe, expect, it } from 'vitest';
import { readXmpProperties } from './xmp-properties.ts';

const packet = (title: string) => `<?xpacket?><dc:title>${title}</dc:title><pdf:Producer>x</pdf:Producer>`;
const read = (title: string) => readXmpProperties(packet(title), new Set(['pdf:Producer']));

describe('the properties of an XMP packet', () => {
  it('are its texts, without comments and excluded properties', () => {
    expect(read('Contract<!-- of 2026 -->')).toEqual(['dc:title=Contract']);
  });

  it.each(['Contract<![CDATA[, void]]>', '<!ENTITY a "void">Contract'])(
    'cannot be read from a packet with %s',
    (title) => {
      expect(read(title)).toBeUndefined();
    },
  );
});
