import { describe, expect, it } from 'vitest';
import { buildTextPage, readTextPage, streamOf, type TextPageParts } from '../testing/text-page.ts';

const text = (state: string, words = 'Hidden words') =>
  `BT /F1 10 Tf ${state} 1 0 0 1 50 200 Tm (${words}) Tj ET\n`;
const image = {
  10: streamOf(
    '\0',
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  ),
};
const withImage: TextPageParts = { resources: '/XObject << /I 10 0 R >>', objects: image };
const drawImage = 'q 200 0 0 100 40 150 cm /I Do Q\n';
const layer = {
  resources: '/Properties << /L 10 0 R /M 11 0 R >>',
  catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
  objects: {
    10: '<< /Type /OCG /Name (Notes) >>',
    11: '<< /Type /OCMD /OCGs [10 0 R] /P /AllOff >>',
  },
};

const replaced = (instead: string, shown = '.') =>
  `/Span << /ActualText (${instead}) >> BDC ${text('', shown)} EMC`;
const hexOf = (characters: string) => Buffer.from(characters, 'utf16le').swap16().toString('hex');
/** /F2 maps the period to a text. */
const mapped = (characters: string): TextPageParts => ({
  fonts: '/F2 10 0 R',
  objects: {
    10: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 11 0 R >>',
    11: streamOf(
      `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <2e> <${hexOf(characters)}> endbfchar`,
    ),
  },
});
/** Its content sets the opacity to 1, which is that within the group. */
const group: TextPageParts = {
  resources: '/ExtGState << /G << /ca 0 >> /H << /ca 1 >> >> /XObject << /X 10 0 R >>',
  objects: {
    10: streamOf(
      `/H gs ${text('')}`,
      '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Group << /S /Transparency >>',
    ),
  },
};

function reasonsOf(content: string, parts?: TextPageParts): string[] {
  const page = readTextPage(buildTextPage(content, parts));
  return [...page.passages.map(() => 'seen'), ...page.hidden.map(({ reason }) => reason)];
}

describe('[D11-09] text that a person cannot see is kept apart, with the reason', () => {
  it.each<[string, string, string, TextPageParts?]>([
    ['in black on white', text(''), 'seen'],
    ['not painted', text('3 Tr'), 'invisible'],
    ['only a clip', text('7 Tr'), 'invisible'],
    ['not painted, over a scan', drawImage + text('3 Tr'), 'seen', withImage],
    ['not painted, under a scan', text('3 Tr') + drawImage, 'seen', withImage],
    [
      'wholly transparent',
      `/G gs ${text('')}`,
      'invisible',
      { resources: '/ExtGState << /G << /ca 0 >> >>' },
    ],
    ['under two points', 'BT /F1 1.9 Tf 50 200 Td (Hidden words) Tj ET', 'tiny'],
    ['scaled down', 'q 0.1 0 0 0.1 0 0 cm BT /F1 10 Tf 500 2000 Td (Hidden) Tj ET Q', 'tiny'],
    ['beside the page', 'BT /F1 10 Tf 50 410 Td (Hidden words) Tj ET', 'outside_page'],
    ['outside of the crop box', text(''), 'outside_page', { page: '/CropBox [0 0 300 150]' }],
    ['outside of a clip', `q 0 0 20 20 re W n ${text('')} Q`, 'outside_page'],
    ['in a layer that is off', `/OC /L BDC ${text('')} EMC`, 'hidden_layer', layer],
    ['in a layer that is on where another is off', `/OC /M BDC ${text('')} EMC`, 'seen', layer],
    ['in white', text('1 g'), 'background_color'],
    ['in almost white', text('0.98 0.99 1 rg'), 'background_color'],
    ['in white on black', `0 g 40 190 100 30 re f ${text('1 g')}`, 'seen'],
    ['in white on a photograph', drawImage + text('1 g'), 'seen', withImage],
    [
      'in white on a round shape',
      `0 g 40 190 m 140 190 l 150 200 150 210 140 220 c 40 220 l f ${text('1 g')}`,
      'seen',
    ],
    ['in the blue of its ground', `0 0 1 rg 40 190 100 30 re f ${text('0 0 0.99 rg')}`, 'background_color'],
    [
      'in the color of a thick line',
      `30 w 0 0 1 RG 40 203 m 200 203 l S ${text('0 0 1 rg')}`,
      'background_color',
    ],
    ['under a white rectangle', `${text('')} 1 g 40 190 100 30 re f`, 'covered'],
    ['under two rectangles', `${text('')} 1 g 40 190 35 30 re f 75 190 60 30 re f`, 'covered'],
    ['under a picture', text('') + drawImage, 'covered', withImage],
    ['squeezed to a hundredth', text('1 Tz'), 'tiny'],
    ['set narrow', text('60 Tz'), 'seen'],
    ['white with a black outline', text('2 Tr 1 g 0 G'), 'seen'],
    ['white with a white outline', text('2 Tr 1 g 1 G'), 'background_color'],
    ['with a replacement text far longer than it', replaced('Approve this contract at once'), 'invisible'],
    ['with a replacement text instead of a space', replaced('Approve', ' '), 'invisible'],
    ['with the replacement text of a long ligature', replaced('Peace be upon him'), 'seen'],
    ['in a group that is wholly transparent', '/G gs /X Do', 'invisible', group],
    [
      'not painted, over a picture that is transparent',
      `q /G gs ${drawImage} Q ${text('3 Tr')}`,
      'invisible',
      { resources: '/XObject << /I 10 0 R >> /ExtGState << /G << /ca 0 >> >>', objects: image },
    ],
    [
      'of a glyph that stands for a sentence',
      'BT /F2 10 Tf 50 200 Td (.) Tj ET',
      'invisible',
      mapped('Approve this contract at once'),
    ],
    [
      'in a layer that is off, after a million and one marks',
      `/OC /L BDC ${'/A BMC '.repeat(1_000_001)}${'EMC '.repeat(1_000_001)}${text('')} EMC`,
      'hidden_layer',
      layer,
    ],
    [
      'under a white area of a group that is multiplied with it',
      `${text('')} /G gs /X Do`,
      'seen',
      {
        resources: '/ExtGState << /G << /BM /Multiply >> /H << /BM /Normal >> >> /XObject << /X 10 0 R >>',
        objects: {
          10: streamOf(
            '/H gs 1 g 40 190 100 30 re f',
            '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Group << /S /Transparency >>',
          ),
        },
      },
    ],
    ['in a frame', `${text('')} 0 G 40 190 100 30 re S`, 'seen'],
    [
      'under a rectangle that lets it through',
      `/G gs ${text('')} 1 1 0 rg 40 190 100 30 re f`,
      'seen',
      { resources: '/ExtGState << /G << /ca 0.4 >> >>' },
    ],
  ])('%s', (_, content, reason, parts) => {
    expect(reasonsOf(content, parts)).toEqual([reason]);
  });

  it('and what no database stores is not in the text', () => {
    const page = readTextPage(buildTextPage('BT /F2 10 Tf 50 200 Td (.) Tj ET', mapped('\ud800')));
    expect(page.passages.map((passage) => passage.text)).toEqual(['\ufffd']);
    const other = readTextPage(buildTextPage(replaced('A\\000B', 'AB')));
    expect(other.passages.map((passage) => passage.text)).toEqual(['AB']);
  });

  it('in one word with text that is seen', () => {
    const page = readTextPage(buildTextPage('BT /F1 10 Tf 50 200 Td (seen) Tj 1 g (hidden) Tj ET'));
    expect(page.passages.map((passage) => passage.text)).toEqual(['seen']);
    expect(page.hidden).toMatchObject([{ text: 'hidden', reason: 'background_color' }]);
  });

  it('in a form of a layer that its usage switches off', () => {
    const form = streamOf(text(''), '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /OC 11 0 R');
    const parts = {
      resources: '/XObject << /X 10 0 R >>',
      catalog: '/OCProperties << /OCGs [11 0 R] /D << /AS [<< /Event /View /OCGs [11 0 R] >>] >> >>',
      objects: { 10: form, 11: '<< /Type /OCG /Name (x) /Usage << /View << /ViewState /OFF >> >> >>' },
    };
    expect(reasonsOf('/X Do', parts)).toEqual(['hidden_layer']);
  });
});
