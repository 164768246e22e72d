import { cacheValidationData, type SendRequest, sendOverHttp } from '@countersign/seal';
import { PADES_LEVELS } from '@countersign/seal/levels';
import type { PadesSettings } from '../pades-settings.ts';
import { UsageError } from './usage-error.ts';

export function readLevelOptions(
  values: Readonly<Record<string, unknown>>,
): { readonly pades: PadesSettings; readonly send: SendRequest } | undefined {
  const urls = readUrls(textOf(values.timestamp) ?? process.env.SEAL_TIMESTAMP_URLS ?? '');
  const level = readLevel(textOf(values.level) ?? process.env.SEAL_LEVEL ?? '', urls);
  if (level === 'B-B') return undefined;
  if (urls.length === 0) throw new UsageError(`--level ${level} requires --timestamp`);
  const isRequired = values.required === true || process.env.SEAL_LEVEL_DEMAND === 'required';
  const demand = isRequired ? 'required' : 'preferred';
  const authorities = urls.map((url) => ({ url }));
  return { pades: { level, demand, authorities }, send: cacheValidationData(sendOverHttp) };
}

function readUrls(text: string): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) throw new UsageError(`--timestamp: not an http or https address: ${wrong}`);
  return urls;
}

function readLevel(text: string, urls: readonly string[]): PadesSettings['level'] {
  if (text === '') return urls.length > 0 ? 'B-T' : 'B-B';
  const level = PADES_LEVELS.find((known) => known === text.toUpperCase());
  if (level === undefined) throw new UsageError(`--level must be one of ${PADES_LEVELS.join(', ')}`);
  return level;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
