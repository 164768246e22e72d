/**
 * Widths of the 14 standard fonts (Adobe's Core 14 AFM files), in thousandths of the font size: two digits of base 36
 * for each character.
 */
const CHARACTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŖŗŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŸŹźŻżŽžƒȘșˆˇ˘˙˚˛˜˝–—‘’‚“”„†‡•…‰‹›⁄€™∂∆∑−√≠≤≥◊\uf6c3ﬁﬂ';

const WIDTHS: Readonly<Record<string, string>> = {
  Helvetica:
    '7q7q9vfgfgopij5b9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg7q7qg8g8g8fgs7ijijk2k2ijgzlmk27qdwijfgn5k2lmijlmk2ijgzk2ijq8ijijgz7q7q7qd1fg99fgfgdwfgfg7qfgfg6666dw66n5fgfgfgfg99dw7qfgdwk2dwdwdw9a789ag899fgfgfgfg78fg99khaafgg8kh99b4g8999999fgex7q9999a5fgn6n6n6gzijijijijijijrsk2ijijijij7q7q7q7qk2k2lmlmlmlmlmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopdwfgfgfgfg7q7q7q7qfgfgfgfgfgfgfgg8gzfgfgfgfgdwfgdwijfgijfgijfgk2dwk2dwk2hvk2fgijfgijfgijfgijfglmfglmfg7q7q7q667q7qijdwfg66fg66fg8bfg66k2fgk2fgk2fglmfglmfgrsq8k299k299k299ijdwijdwijdwgz7qgz8tk2fgk2fgk2fgk2fgijgzdwgzdwgzdwfgijdw9999999999999999fgrs666666999999fgfg9qrsrs99994nfgrsd8h0gog8clf9f9f9d36ydwdw',
  'Helvetica-Bold':
    '7q99d6fgfgopk26m9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg9999g8g8g8gzr3k2k2k2k2ijgzlmk27qfgk2gzn5k2lmijlmk2ijgzk2ijq8ijijgz997q99g8fg99fggzfggzfg99gzgz7q7qfg7qopgzgzgzgzatfg99gzfglmfgfgdwat7satg899fgfgfgfg7sfg99khaafgg8kh99b4g8999999gzfg7q9999a5fgn6n6n6gzk2k2k2k2k2k2rsk2ijijijij7q7q7q7qk2k2lmlmlmlmlmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopfgfgfgfgfg7q7q7q7qgzgzgzgzgzgzgzg8gzgzgzgzgzfggzfgk2fgk2fgk2fgk2fgk2fgk2knk2gzijfgijfgijfgijfglmgzlmgz7q7q7q7q7q7qk2fggz7qgz7qgzb4gz7qk2gzk2gzk2gzlmgzlmgzrsq8k2atk2atk2atijfgijfgijfggz99gzatk2gzk2gzk2gzk2gzijgzdwgzdwgzdwfgijfg9999999999999999fgrs7q7q7qdwdwdwfgfg9qrsrs99994nfgrsdqh0gog8f9f9f9f9dq6ygzgz',
  'Times-Roman':
    '6y99bcdwdwn5lm509999dwfo6y996y7qdwdwdwdwdwdwdwdwdwdw7q7qfofofoccplk2ijijk2gzfgk2k299atk2gzopk2k2fgk2ijfggzk2k2q8k2k2gz997q99d1dw99ccdwccdwcc99dwdw7q7qdw7qlmdwdwdwdw99at7qdwdwk2dwdwccdc5kdcf199dwdwdwdw5kdw99l47odwfol499b4fo8c8c99dwcl6y998c8mdwkukukucck2k2k2k2k2k2opijgzgzgzgz99999999k2k2k2k2k2k2k2fok2k2k2k2k2k2fgdwccccccccccccijcccccccccc7q7q7q7qdwdwdwdwdwdwdwfodwdwdwdwdwdwdwdwk2cck2cck2ccijccijcck2gck2dwgzccgzccgzccgzcck2dwk2dw997q997q997qk2dwgz7qgz7qgz9kgz7qk2dwk2dwk2dwk2dwk2dwopk2ij99ij99ij99fgatfgatfgatgz7qgz92k2dwk2dwk2dwk2dwk2gzccgzccgzccdwfgat9999999999999999dwrs999999ccccccdwdw9qrsrs99994ndwr8d8h0gofoclf9f9f9d36yfgfg',
  'Times-Bold':
    '6y99ffdwdwrsn57q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwpuk2ijk2k2ijgzlmlmatdwlmijq8k2lmgzlmk2fgijk2k2rsk2k2ij997q99g5dw99dwfgccfgcc99dwfg7q99fg7qn5fgdwfgfgccat99fgdwk2dwdwccay64ayeg99dwdwdwdw64dw99kr8cdwfukr99b4fu8c8c99fgf06y998c96dwkukukudwk2k2k2k2k2k2rsk2ijijijijatatatatk2k2lmlmlmlmlmfulmk2k2k2k2k2gzfgdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgdwfgdwk2dwk2dwk2dwk2cck2cck2iok2fgijccijccijccijcclmdwlmdwat7qat7qat7qlmfgij7qij7qijayij7qk2fgk2fgk2fglmdwlmdwrsk2k2cck2cck2ccfgatfgatfgatij99ijbkk2fgk2fgk2fgk2fgk2ijccijccijccdwfgat9999999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsdqh0gofuf9f9f9f9dq6yfgfg',
  'Times-Italic':
    '6y99bodwdwn5lm5y9999dwir6y996y7qdwdwdwdwdwdwdwdwdwdw9999iririrdwpkgzgzijk2gzgzk2k299ccijfgn5ijk2gzk2gzdwfgk2gzn5gzfgfgat7qatbqdw99dwdwccdwcc7qdwdw7q7qcc7qk2dwdwdwdwatat7qdwccijccccatb47nb4f1atdwdwdwdw7ndw99l47odwirl499b4ir8c8c99dwej6y998c8mdwkukukudwgzgzgzgzgzgzopijgzgzgzgz99999999k2ijk2k2k2k2k2irk2k2k2k2k2fggzdwdwdwdwdwdwdwijcccccccccc7q7q7q7qdwdwdwdwdwdwdwirdwdwdwdwdwccdwccgzdwgzdwgzdwijccijcck2f4k2dwgzccgzccgzccgzcck2dwk2dw997q997q997qijccfg7qfg7qgz8cfg7qijdwijdwijdwk2dwk2dwq8ijgzatgzatgzatdwatdwatdwatfg7qfg8ck2dwk2dwk2dwk2dwfgfgatfgatfgatdwdwat9999999999999999dwop999999fgfgfgdwdw9qoprs99994ndwr8d8h0goirclf9f9f9d36ydwdw',
  'Times-BoldItalic':
    '6yatffdwdwn5lm7q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwn4ijijijk2ijijk2lmatdwijgzopk2k2gzk2ijfggzk2ijopijgzgz997q99fudw99dwdwccdwcc99dwfg7q7qdw7qlmfgdwdwdwatat7qfgccijdwccat9o649ofuatdwdwdwdw64dw99kr7edwgukr99b4fu8c8c99g0dw6y998c8cdwkukukudwijijijijijijq8ijijijijijatatatatk2k2k2k2k2k2k2fuk2k2k2k2k2gzgzdwdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgccdwccijdwijdwijdwijccijcck2gwk2dwijccijccijccijcck2dwk2dwat7qat7qat7qijdwgz7qgz7qgzamgz7qk2fgk2fgk2fgk2dwk2dwq8k2ijatijatijatfgatfgatfgatgz7qgza6k2fgk2fgk2fgk2fggzgzatgzatgzatdwfgat9999999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsdqh0goguf9f9f9f9dq6yfgfg',
};

/** Characters and widths by code, from 32. */
const SYMBOLS: Readonly<Record<string, readonly [characters: string, widths: string]>> = {
  Symbol: [
    ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\uf8e5αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼                                 €ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\uf8e6\uf8e7↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇\uf6da\uf6d9\uf6db∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈\uf8e8\uf8e9\uf8ea∑\uf8eb\uf8ec\uf8ed\uf8ee\uf8ef\uf8f0\uf8f1\uf8f2\uf8f3\uf8f4 〉∫⌠\uf8f5⌡\uf8f6\uf8f7\uf8f8\uf8f9\uf8fa\uf8fb\uf8fc\uf8fd\uf8fe ',
    '6y99jtdwf9n5lmc79999dwf96yf96y7qdwdwdwdwdwdwdwdwdwdw7q7qf9f9f9ccf9k2ijk2h0gzl7grk299hjk2j2opk2k2lcklfggggzj6c7lchxm3gz99nz99iadwdwhjf9f9dqc7ehbfgr95grf9f9g0ehf9f9ehf9grc7g0jtj2dpj2dqdc5kdcf9000000000000000000000000000000000000000000000000000000000000000000kuh86vf94njtdwkxkxkxkxsyrfgrrfgrb4f9bff9f9jtdqcsf9f9f9f9rsgrrsiamvj2m3rflclcmvlclcjtjtjtjtjtjtjtlcjtlylyoqmvf96yjtgrgrsyrfgrrfgrdq95lylylujtaoaoaoaoaoaodqdqdqdq00957mj2j2j2aoaoaoaoaoaodqdqdq00',
  ],
  ZapfDingbats: [
    ' ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞ \uf8d7\uf8d8\uf8d9\uf8da\uf8db\uf8dc\uf8dd\uf8de\uf8df\uf8e0\uf8e1\uf8e2\uf8e3\uf8e4                   ❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯ ➱➲➳➴➵➶➷➸➹➺➻➼➽➾ ',
    '7qr2qpr2r8jzlxlylzj6qoq3f9nrpbpxpbq9r2kznil6l5fvitl7l4l3kydqfcexg1j8lulwlwlym1m2momvlxndmvn5mon3pnkok3ktlym0jblklcm0l3jnjoiyjhmymnlxlxjnj3jcj5lulvjtlzltlzo9l5l6l6l3l3ososlwlsc63u7pbjawawikik00auau8t8t7o7oe5e5bebe6i6i9a9a00000000000000000000000000000000000000kcf4f4paijl4l4lkgjjahelwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwounas8cqkspokspiprpspsn6o9n0popophpupvcvojn8n8o3o3jcjcoa00oal4qalfo1lfooqvoon3o9prqypi00',
  ],
};

/** Heights above and below the baseline, in thousandths of the font size. */
const HEIGHTS: Readonly<Record<string, readonly [ascent: number, descent: number]>> = {
  Courier: [629, -157],
  Helvetica: [718, -207],
  Times: [683, -217],
  Symbol: [800, -200],
  ZapfDingbats: [820, -143],
};
const COURIER_WIDTH = 600;
const FIRST_SYMBOL = 32;

export interface StandardFont {
  readonly ascent: number;
  readonly descent: number;
  /** Symbol and ZapfDingbats have encodings of their own. */
  readonly symbols?: (code: number) => string | undefined;
  /** Returns thousandths of the font size; undefined for characters that the font lacks. */
  readonly widthOf: (character: string, code: number) => number | undefined;
}

/** Returns the metrics of a standard font, also by the names that other programs give it; undefined for others. */
export function findStandardFont(baseFont: string): StandardFont | undefined {
  const name = baseFont.replace(/^[A-Z]{6}\+/, '').replace(/[\s,]/g, '');
  const family = familyOf(name);
  if (family === undefined) return undefined;
  const [ascent, descent] = HEIGHTS[family] ?? [0, 0];
  if (family === 'Courier') return { ascent, descent, widthOf: () => COURIER_WIDTH };
  const symbols = SYMBOLS[family];
  if (symbols === undefined) return { ascent, descent, widthOf: widthsOf(faceOf(family, name)) };
  const characters = Array.from(symbols[0]);
  return {
    ascent,
    descent,
    symbols: (code) => characters[code - FIRST_SYMBOL]?.trim() || undefined,
    widthOf: (_, code) => digitsAt(symbols[1], code - FIRST_SYMBOL),
  };
}

function familyOf(name: string): string | undefined {
  if (/^(Courier|CourierNew)/.test(name)) return 'Courier';
  if (/^(Helvetica|Arial)(?!.*(Narrow|Black|Unicode|Condensed))/.test(name)) return 'Helvetica';
  if (/^(Times|TimesNewRoman)/.test(name)) return 'Times';
  if (/^Symbol/.test(name)) return 'Symbol';
  return name.startsWith('ZapfDingbats') ? 'ZapfDingbats' : undefined;
}

function faceOf(family: string, name: string): string {
  const isBold = /bold/i.test(name);
  const isItalic = /italic|oblique/i.test(name);
  if (family === 'Helvetica') return isBold ? 'Helvetica-Bold' : 'Helvetica';
  if (isBold) return isItalic ? 'Times-BoldItalic' : 'Times-Bold';
  return isItalic ? 'Times-Italic' : 'Times-Roman';
}

const places = new Map<string, number>();

function widthsOf(face: string): (character: string) => number | undefined {
  if (places.size === 0) {
    for (const [index, character] of Array.from(CHARACTERS).entries()) places.set(character, index);
  }
  const widths = WIDTHS[face] ?? '';
  return (character) => digitsAt(widths, places.get(character) ?? -1);
}

function digitsAt(widths: string, index: number): number | undefined {
  if (index < 0) return undefined;
  return Number.parseInt(widths.slice(index * 2, index * 2 + 2), 36) || undefined;
}
