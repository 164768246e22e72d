import { PDFHexString, PDFName, PDFString } from 'pdf-lib';

/** A widget with its appearance entries and the value to prefill. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Entries of the merged field and widget dictionary, for pdf-lib's `context.obj`. */
  readonly entries: Readonly<Record<string, unknown>>;
  readonly value: string | readonly string[];
}

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const RADIO = 1 << 15;
const COMBO = 1 << 17;
const MULTI_SELECT = 1 << 21;
const COMB = 1 << 24;

const LONG = 'The quick brown fox jumps over the lazy dog, and then it does so again.';
const TURNS = [0, 90, 180, 270];
const FRAME = { BC: [0, 0.2, 0.6], BG: [0.95, 0.97, 1] };

const text = (value: string) => PDFHexString.fromText(value);
const size = (points: number, colour = '0 g') => PDFString.of(`/Helv ${points} Tf ${colour}`);

function look(
  name: string,
  [width, height]: readonly [number, number],
  value: Look['value'],
  entries: Look['entries'],
): Look {
  return { name, width, height, value, entries: { MK: FRAME, ...entries } };
}

const LINE = [150, 20] as const;
const AREA = [150, 60] as const;

export const TEXTS: readonly Look[] = [
  ...[0, 1, 2].map((Q) => look(`auto Q${Q}`, LINE, 'Ågren jpq', { FT: 'Tx', Q })),
  ...[0, 1, 2].map((Q) => look(`9 pt Q${Q}`, LINE, 'Ågren jpq', { FT: 'Tx', Q, DA: size(9) })),
  ...[0, 1, 2].map((Q) => look(`comb Q${Q}`, LINE, '12345', { FT: 'Tx', Q, Ff: COMB, MaxLen: 8 })),
  ...[0, 1, 2].map((Q) => look(`lines Q${Q}`, AREA, LONG, { FT: 'Tx', Q, Ff: MULTILINE, DA: size(9) })),
  look('auto long', LINE, LONG.slice(0, 50), { FT: 'Tx' }),
  look('12 pt too long', LINE, LONG, { FT: 'Tx', DA: size(12) }),
  look('comb 10 pt', LINE, 'AWij', { FT: 'Tx', Ff: COMB, MaxLen: 4, DA: size(10) }),
  look('lines auto short', AREA, 'First line\nsecond line', { FT: 'Tx', Ff: MULTILINE }),
  look('lines auto long', AREA, LONG.repeat(3), { FT: 'Tx', Ff: MULTILINE }),
  look('auto tall', AREA, 'Tall', { FT: 'Tx' }),
  look('auto low', [150, 9], 'Low box', { FT: 'Tx', MK: {} }),
  look('password', LINE, 'secret', { FT: 'Tx', Ff: PASSWORD }),
  look('no frame', LINE, 'Bare', { FT: 'Tx', MK: {} }),
  look('colour', LINE, 'Red 11 pt', { FT: 'Tx', DA: size(11, '0.8 0 0 rg') }),
  look('Unicode', LINE, 'Łódź Ćčš ΑΩ Жя ư', { FT: 'Tx' }),
  look('Arabic', LINE, 'محمد عبد الله 12', { FT: 'Tx' }),
  look('Hebrew Q2', LINE, 'שלום (abc) 42', { FT: 'Tx', Q: 2, DA: size(10) }),
  look('Hebrew comb', LINE, 'שלום', { FT: 'Tx', Ff: COMB, MaxLen: 6 }),
  look('Hebrew lines', AREA, 'שורה ראשונה של טקסט ארוך שנשבר לשורה שנייה', {
    FT: 'Tx',
    Ff: MULTILINE,
    DA: size(10),
  }),
  look('Vietnamese', LINE, 'Nguyễn Thị Ánh Tuyết', { FT: 'Tx' }),
  look('Chinese', LINE, '王小明 東京 𠮷', { FT: 'Tx' }),
  look('Thai', LINE, 'สวัสดีครับ น้ำ', { FT: 'Tx' }),
  look('Devanagari', LINE, 'नमस्ते क्षत्रिय हिन्दी', { FT: 'Tx' }),
  look('too long Q2', LINE, LONG, { FT: 'Tx', Q: 2, DA: size(12) }),
  look('marks', LINE, 'q\u0301 x\u0323\u0302 Ệ Z\u030c', { FT: 'Tx' }),
  look('broken /DA', LINE, 'Fallback', { FT: 'Tx', DA: PDFString.of('Tf garbage') }),
];

const STYLES = ['S', 'D', 'B', 'I', 'U'];

export const BORDERS: readonly Look[] = [
  ...STYLES.flatMap((S) =>
    [1, 3].map((W) => look(`${S} ${W} pt`, LINE, 'Border jq', { FT: 'Tx', BS: { S, W } })),
  ),
  look('dashes 6 2', LINE, 'Border', { FT: 'Tx', BS: { S: 'D', W: 2, D: [6, 2] } }),
  look('/Border', LINE, 'Border', { FT: 'Tx', Border: [0, 0, 2] }),
  look('/Border dashed', LINE, 'Border', { FT: 'Tx', Border: [0, 0, 1, [4, 2]] }),
  ...STYLES.map((S) => look(`check ${S}`, [24, 24], 'Yes', { FT: 'Btn', BS: { S, W: 2 } })),
  ...STYLES.map((S) => look(`radio ${S}`, [24, 24], '0', { FT: 'Btn', Ff: RADIO, BS: { S, W: 2 } })),
  ...STYLES.map((S) => look(`comb ${S}`, LINE, '1234', { FT: 'Tx', Ff: COMB, MaxLen: 6, BS: { S, W: 1 } })),
];

/** The six symbols of buttons, as ZapfDingbats characters. */
const SYMBOLS = { check: '4', circle: 'l', cross: '8', diamond: 'u', square: 'n', star: 'H' };

export const BUTTONS: readonly Look[] = [
  ...Object.entries(SYMBOLS).flatMap(([name, CA]) => {
    const MK = { ...FRAME, CA: PDFString.of(CA) };
    return [
      look(`check ${name}`, [20, 20], 'Yes', { FT: 'Btn', MK }),
      look(`radio ${name}`, [20, 20], '0', { FT: 'Btn', Ff: RADIO, MK }),
    ];
  }),
  look('check off', [20, 20], [], { FT: 'Btn' }),
  look('radio off', [20, 20], [], { FT: 'Btn', Ff: RADIO }),
  look('check no /MK', [20, 20], 'Yes', { FT: 'Btn', MK: {} }),
  look('radio no /MK', [20, 20], '0', { FT: 'Btn', Ff: RADIO, MK: {} }),
  look('check wide', [60, 20], 'Yes', { FT: 'Btn' }),
  look('check high', [20, 40], 'Yes', { FT: 'Btn' }),
  look('check small', [8, 8], 'Yes', { FT: 'Btn' }),
  look('radio coloured', [20, 20], '0', { FT: 'Btn', Ff: RADIO, DA: PDFString.of('/ZaDb 0 Tf 0.8 0 0 rg') }),
  look('state ä b', [20, 20], 'ä b', { FT: 'Btn', V: PDFName.of('Off'), AP: undefined, Opt: [text('ä b')] }),
];

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(text);

export const CHOICES: readonly Look[] = [
  ...[0, 1, 2].map((Q) => look(`combo Q${Q}`, LINE, 'Friday', { FT: 'Ch', Ff: COMBO, Opt: DAYS, Q })),
  look('combo 9 pt', LINE, 'Friday', { FT: 'Ch', Ff: COMBO, Opt: DAYS, DA: size(9) }),
  look('combo label', LINE, 's', { FT: 'Ch', Ff: COMBO, Opt: [[text('s'), text('Sverige')]] }),
  ...[0, 1, 2].map((Q) => look(`list Q${Q}`, AREA, 'Tuesday', { FT: 'Ch', Opt: DAYS, Q, DA: size(10) })),
  look('list several', AREA, ['Monday', 'Wednesday'], {
    FT: 'Ch',
    Ff: MULTI_SELECT,
    Opt: DAYS,
    DA: size(10),
  }),
  look('list from 3rd', AREA, 'Thursday', { FT: 'Ch', Opt: DAYS, TI: 2, DA: size(10) }),
  look('list auto', AREA, 'Tuesday', { FT: 'Ch', Opt: DAYS }),
  look('list last', AREA, 'Sunday', { FT: 'Ch', Opt: DAYS, DA: size(10) }),
  look('list beveled', AREA, 'Tuesday', { FT: 'Ch', Opt: DAYS, DA: size(10), BS: { S: 'B', W: 2 } }),
];

export const TURNED: readonly Look[] = TURNS.flatMap((R) => {
  const MK = { ...FRAME, R };
  const along = (width: number, height: number) =>
    R % 180 === 0 ? ([width, height] as const) : ([height, width] as const);
  return [
    look(`line ${R}`, along(90, 20), 'Line jq', { FT: 'Tx', MK }),
    look(`right ${R}`, along(90, 20), 'Right', { FT: 'Tx', MK, Q: 2, DA: size(10), BS: { S: 'B', W: 2 } }),
    look(`lines ${R}`, along(90, 45), LONG.slice(0, 44), { FT: 'Tx', MK, Ff: MULTILINE, DA: size(9) }),
    look(`comb ${R}`, along(90, 20), '123', { FT: 'Tx', MK, Ff: COMB, MaxLen: 5 }),
    look(`check ${R}`, along(30, 20), 'Yes', { FT: 'Btn', MK }),
    look(`combo ${R}`, along(90, 20), 'Friday', { FT: 'Ch', MK, Ff: COMBO, Opt: DAYS }),
    look(`list ${R}`, along(90, 45), 'Tuesday', { FT: 'Ch', MK, Opt: DAYS, DA: size(10) }),
  ];
});
