import type { NumberPagesArgs, WatermarkArgs } from '../requests.ts';
import { describeEdit, openArgument, printEachFile, STANDARD_INPUT } from './files.ts';
import { type CommandCall, type CommandRun, UsageError } from './output.ts';

export const runNumberPages: CommandRun = async (call) => {
  const numbering = {
    ranges: textOf(call, 'pages'),
    format: textOf(call, 'format'),
    start: numberOf(call, 'start'),
    // The operation names the positions if it is none of them.
    position: textOf(call, 'position') as NumberPagesArgs['position'],
    margin: marginOf(call),
    ...lookOf(call),
  };
  return printEachFile(call, async (file, input) => {
    const report = await call.toolkit.numberPages({ input, output: call.out, ...numbering });
    return describeEdit(call, file, report);
  });
};

export const runWatermark: CommandRun = async (call) => {
  const { text, image } = call.values;
  if ((text === undefined) === (image === undefined))
    throw new UsageError('watermark takes either --text or --image');
  if (image === STANDARD_INPUT && call.files.includes(STANDARD_INPUT))
    throw new UsageError('standard input (-) can be given once');
  const placement = {
    ranges: textOf(call, 'pages'),
    rotation: numberOf(call, 'rotation'),
    opacity: numberOf(call, 'opacity'),
    scale: numberOf(call, 'scale'),
    under: call.values.under === true ? true : undefined,
    text: textOf(call, 'text'),
    ...lookOf(call),
  };
  return printEachFile(call, async (file, input) => {
    const picture = typeof image === 'string' ? { image: await openArgument(image) } : {};
    const request: WatermarkArgs = { input, output: call.out, ...placement, ...picture };
    return describeEdit(call, file, await call.toolkit.watermark(request));
  });
};

function lookOf(call: CommandCall): Pick<NumberPagesArgs, 'size' | 'color' | 'font'> {
  return { size: numberOf(call, 'size'), color: colorOf(call), font: textOf(call, 'font') };
}

function textOf({ values }: CommandCall, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function numberOf(call: CommandCall, name: string): number | undefined {
  const text = textOf(call, name);
  return text === undefined ? undefined : parseNumber(text, name);
}

function parseNumber(text: string, name: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`--${name} takes a number`);
  return value;
}

function marginOf(call: CommandCall): NumberPagesArgs['margin'] {
  const parts = textOf(call, 'margin')
    ?.split(',')
    .map((part) => parseNumber(part, 'margin'));
  if (parts === undefined) return undefined;
  const [sides = 0, ends = sides] = parts;
  if (parts.length > 2) throw new UsageError('--margin takes one or two numbers');
  return [sides, ends];
}

/** Hexadecimal, as on the web. */
function colorOf(call: CommandCall): NumberPagesArgs['color'] {
  const text = textOf(call, 'color');
  if (text === undefined) return undefined;
  const [, red = '', green = '', blue = ''] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === '') throw new UsageError('--color takes RRGGBB, in hexadecimal');
  return [share(red), share(green), share(blue)];
}

function share(hexadecimal: string): number {
  return Number.parseInt(hexadecimal, 16) / 255;
}
