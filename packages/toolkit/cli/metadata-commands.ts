import { existsSync, statSync } from 'node:fs';
import { basename, extname, join, parse } from 'node:path';
import type { ListedAttachment } from '@countersign/pdf';
import { ToolkitError } from '../errors.ts';
import type { MetadataReport } from '../reports.ts';
import type { NewAttachment, PdfInput } from '../requests.ts';
import { describeEdit, type FileResult, openArgument, printEachFile, readOutput } from './files.ts';
import { type CommandCall, type CommandRun, formatTable, printable, UsageError } from './output.ts';

const SETTABLE = ['title', 'author', 'subject', 'keywords'] as const;

export const runMetadata: CommandRun = async (call) => {
  const change = Object.fromEntries(
    SETTABLE.flatMap((name) => {
      const value = call.values[name];
      return typeof value === 'string' ? [[name, value === '' ? null : value]] : [];
    }),
  );
  const isChange = Object.keys(change).length > 0;
  if (isChange && call.files.length > 1) throw new UsageError('-o takes one file at a time');
  const output = isChange ? readOutput(call.out, call.files) : '';
  if (!isChange && call.out !== '') throw new UsageError(`-o requires one of --${SETTABLE.join(', --')}`);
  return printEachFile(call, async (file, input) => {
    if (isChange)
      return describeEdit(call, file, await call.toolkit.setMetadata({ input, output, ...change }));
    const report = await call.toolkit.readMetadata({ input });
    return { json: { file, ...report }, text: describeMetadata(file, report) };
  });
};

function describeMetadata(file: string, report: MetadataReport): string {
  const rows = Object.entries(report)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [`  ${name}`, printable(String(value))]);
  return [file, ...(rows.length > 0 ? [formatTable(rows)] : [])].join('\n');
}

/** Other types are told with --mime-type. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};
const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;

export const runAttach: CommandRun = async (call) => {
  const [file = '', ...paths] = call.files;
  const { description, relationship = 'Unspecified' } = call.values;
  const known = RELATIONSHIPS.find((name) => name.toLowerCase() === String(relationship).toLowerCase());
  if (known === undefined) throw new UsageError(`--relationship must be one of ${RELATIONSHIPS.join(', ')}`);
  return printEachFile({ ...call, files: [file] }, async (_, input) => {
    const files: NewAttachment[] = [];
    for (const path of paths) {
      const content = await openArgument(path);
      files.push({
        name: basename(path),
        content,
        mimeType: String(call.values['mime-type'] ?? MIME_TYPES[extname(path).toLowerCase()] ?? ''),
        relationship: known,
        description: typeof description === 'string' ? description : undefined,
        modifiedAt: typeof content === 'string' ? statSync(content).mtime.toISOString() : undefined,
      });
    }
    return describeEdit(call, file, await call.toolkit.attach({ input, output: call.out, files }));
  });
};

export const runDetach: CommandRun = async (call) => {
  const { name, all, remove } = call.values;
  const removed = Array.isArray(remove) ? remove : [];
  const chosen = [name, all, removed[0]].filter((option) => option !== undefined && option !== false);
  if (chosen.length > 1) throw new UsageError('detach takes one of --name, --all and --remove');
  if (chosen.length === 0 && call.out !== '')
    throw new UsageError('-o requires one of --name, --all and --remove');
  if (all === true && !statSync(call.out, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError('--all requires -o FOLDER, which exists');
  const output = chosen.length === 0 || all === true ? '' : readOutput(call.out, call.files);
  return printEachFile(call, async (file, input) => {
    if (removed.length > 0)
      return describeEdit(call, file, await call.toolkit.detach({ input, output, names: removed }));
    const attachments = await call.toolkit.listAttachments({ input });
    if (chosen.length === 0) return describeList(file, attachments);
    if (all === true) return saveAll(call, { file, input, attachments });
    const index = attachments.findIndex((attachment) => attachment.name === name);
    if (index < 0) throw new ToolkitError('attachment_not_found', 'There is no attachment of this name');
    const { size } = await call.toolkit.saveAttachment({ input, output, index });
    return { json: { file, name, output, size }, text: `${output}: ${size} bytes` };
  });
};

function describeList(file: string, attachments: readonly ListedAttachment[]): FileResult {
  const rows = attachments.map(({ name, mimeType = '', size, description = '' }) => [
    `  ${printable(name)}`,
    printable(mimeType),
    size === undefined ? '' : `${size} bytes`,
    printable(description),
  ]);
  const count = `${file}: ${attachments.length} ${attachments.length === 1 ? 'attachment' : 'attachments'}`;
  return {
    json: { file, attachments },
    text: [count, ...(rows.length > 0 ? [formatTable(rows)] : [])].join('\n'),
  };
}

interface Attached {
  readonly file: string;
  readonly input: PdfInput;
  readonly attachments: readonly ListedAttachment[];
}

/** Writes into a folder, and over no file: the document chooses the names. */
async function saveAll(call: CommandCall, { file, input, attachments }: Attached): Promise<FileResult> {
  const names = uniqueNames(attachments.map(({ name }) => safeFileName(name)));
  const paths = names.map((name) => join(call.out, name));
  const taken = paths.find((path) => existsSync(path));
  if (taken !== undefined)
    throw new ToolkitError('file_access_failed', `${taken} exists`, { reason: 'EEXIST' });
  const saved: { readonly output: string; readonly size: number }[] = [];
  for (const [index, output] of paths.entries())
    saved.push({ output, ...(await call.toolkit.saveAttachment({ input, output, index })) });
  const lines = saved.map(({ output, size }) => `${printable(output)}: ${size} bytes`);
  return { json: { file, saved }, text: [`${file}: ${saved.length} saved`, ...lines].join('\n  ') };
}

/** The last part of a path, without what would hide it, name a device or leave the folder. */
function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const safe = last.replace(/[\p{C}<>:"|?*]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  return safe === '' ? 'attachment' : safe;
}

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const { ext, name: stem } = parse(name);
    let unique = name;
    for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${stem}-${copy}${ext}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
