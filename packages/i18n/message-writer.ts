import type { Language } from '@countersign/base/locale';
import { dateFormatter } from '@countersign/base/time';
import type {
  DifferingName,
  MessageKind,
  MessageParamsOf,
  MessageWriter,
  WrittenMessage,
} from '@countersign/signing';
import type { MessageSentences } from './en/messages.ts';
import { capitalise, formatMessage, formatMoment, type MessageParams } from './format.ts';
import { renderHtml, renderText } from './render-message.ts';
import { errorMessage, pageText, withMethodName } from './sentence-of.ts';
import { EVIDENCE, MESSAGES, TEMPLATES } from './sentences.ts';
import { describeAttachment, describeRecord, writeEvidence } from './write-evidence.ts';

/** A longer name in an SMS may cost an extra message. */
const MAX_SHORT_NAME = 60;

interface ZonedMoment {
  readonly at: Date;
  readonly timeZone: string;
}

/** Has the parameters of all kinds. Empty ones are absent in templates. */
interface AllParams {
  readonly recipientName?: string | undefined;
  readonly documentName?: string | undefined;
  readonly senderName?: string | undefined;
  readonly accountName?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly signeeName?: string | undefined;
  readonly url?: string | undefined;
  readonly quote?: string | undefined;
  readonly code?: string | undefined;
  readonly minutes?: number | undefined;
  readonly days?: number | undefined;
  readonly isAttached?: boolean | undefined;
  readonly isNamed?: boolean | undefined;
  readonly webhookName?: string | undefined;
  readonly webhookUrl?: string | undefined;
  readonly notice?: string | undefined;
  readonly deadline?: ZonedMoment;
  readonly deletion?: ZonedMoment;
  readonly color?: string | undefined;
  readonly differingNames?: readonly DifferingName[] | undefined;
}

/** These report signatures to the owner. */
const REPORTS: readonly MessageKind[] = ['completed', 'owner_signed'];

/** They ask a signee to sign. */
const REQUESTS: readonly MessageKind[] = ['invitation', 'your_turn', 'reminder', 'contact_changed'];

export function writeMessage<Kind extends MessageKind>(
  language: Language,
  kind: Kind,
  given: MessageParamsOf[Kind],
): WrittenMessage {
  const all: AllParams = given;
  const { quote = '', code } = all;
  const { greeting, origin, addressHeading, kinds } = TEMPLATES[language];
  const deadline = REQUESTS.includes(kind) ? all.deadline : undefined;
  const differingNames = REPORTS.includes(kind) ? (all.differingNames ?? []) : [];
  const template = kinds[kind];
  const sender = describeSender(language, all);
  const { deletion } = all;
  const params = {
    ...keepGiven({ ...all, sender }),
    ...(deletion && { deletion: formatIn(language, deletion, { dateStyle: 'long' }) }),
  };
  const say = (message: string) => formatMessage(language, message, params);
  const subject = say(template.subject);
  const { quoteHeading, button } = template;
  const url = button === undefined ? '' : (all.url ?? '');
  const content = {
    language,
    logo: all.logoUrl === undefined ? null : { url: all.logoUrl, name: sender },
    organisation: all.accountName || all.senderName || '',
    documentName: all.documentName ?? '',
    color: all.color,
    subject,
    preheader: say(template.preheader),
    greeting: say(greeting),
    paragraphs: [
      ...template.paragraphs.slice(0, 1).map(say),
      ...differingNames.map(({ isSandbox, ...names }) =>
        formatMessage(language, EVIDENCE[language].differingNameValue, {
          ...names,
          sandbox: String(isSandbox),
        }),
      ),
      ...template.paragraphs.slice(1).map(say),
    ],
    deadline: deadline === undefined ? null : describeDeadline(language, deadline, writeLongMoment(deadline)),
    code: kind === 'code' ? (code ?? null) : null,
    quote: quoteHeading === undefined || quote === '' ? null : { heading: say(quoteHeading), text: quote },
    action:
      button === undefined || url === ''
        ? null
        : { label: say(button), url, addressHeading: say(addressHeading) },
    smallPrint: say(template.smallPrint),
    origin: say(origin),
  };
  return {
    kind,
    language,
    senderName: sender,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    shortText: [
      writeShort(language, template.short, params, url),
      ...(deadline === undefined ? [] : [describeDeadline(language, deadline, { dateStyle: 'medium' })]),
    ].join(' '),
    variables: [all.recipientName ?? '', sender, all.documentName ?? '', code ?? url],
  };
}

/**
 * The zone is shown, because the reader's may be another, and as people name it: "Central European Time", in winter and
 * summer alike, and "UTC", which is "Coordinated Universal Time" at length.
 */
function writeLongMoment({ timeZone }: ZonedMoment): Intl.DateTimeFormatOptions {
  return {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: timeZone === 'UTC' ? 'short' : 'longGeneric',
  };
}

function describeDeadline(
  language: Language,
  deadline: ZonedMoment,
  format: Intl.DateTimeFormatOptions,
): string {
  const params = { deadline: formatIn(language, deadline, format) };
  return formatMessage(language, TEMPLATES[language].deadline, params);
}

/** English is that of Europe: the day precedes the month, and hours count to 24. */
function formatIn(
  language: Language,
  { at, timeZone }: ZonedMoment,
  format: Intl.DateTimeFormatOptions,
): string {
  return dateFormatter(language === 'en' ? 'en-GB' : language, { ...format, timeZone }).format(at);
}

/** Either name may be absent. */
function describeSender(language: Language, { senderName = '', accountName = '' }: AllParams): string {
  if (senderName === '' || accountName === '' || senderName === accountName) return senderName || accountName;
  return formatMessage(language, TEMPLATES[language].sender, { senderName, accountName });
}

/** Drops empty texts, which templates treat as absent. */
function keepGiven({
  quote: _,
  deadline: __,
  deletion: ____,
  color: _____,
  differingNames: ___,
  isAttached = false,
  isNamed = false,
  ...all
}: AllParams & { readonly sender: string }): MessageParams {
  const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== '');
  return { ...Object.fromEntries(given), attached: isAttached ? 'yes' : 'no', named: isNamed ? 'yes' : 'no' };
}

function writeShort(language: Language, template: string, params: MessageParams, url: string): string {
  const short = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value) : value,
  ]);
  const sentence = formatMessage(language, template, Object.fromEntries(short));
  return url === '' ? sentence : `${sentence} ${url}`;
}

function shorten(value: string): string {
  const characters = [...value];
  if (characters.length <= MAX_SHORT_NAME) return value;
  return `${characters.slice(0, MAX_SHORT_NAME - 1).join('')}…`;
}

export const messageWriter: MessageWriter = {
  message: writeMessage,
  consent: (language) => pageText(language)('consent'),
  signaturesHeading: (language) => say(language, 'signaturesHeading'),
  stampLines: writeStampLines,
  scanLines: writeScanLines,
  electronicIdText: (language, { companyName, ...params }) =>
    companyName === null
      ? say(language, 'electronicIdSign', params)
      : say(language, 'electronicIdCompany', { ...params, companyName }),
  failure: errorMessage,
  sealReason: (language, { documentId, isDevelopment }) =>
    say(language, 'sealReason', { documentId, certificate: isDevelopment ? 'development' : 'own' }),
  evidence: writeEvidence,
  evidenceDescription: describeRecord,
  attachmentDescription: describeAttachment,
};

function writeStampLines(
  language: Language,
  params: Parameters<MessageWriter['stampLines']>[1],
): readonly string[] {
  const { fullName, personalNumber, signedAt, ipAddress, method, provider, isSandbox, channel } = params;
  const how = {
    type: params.signatureType,
    channel,
    method,
    provider,
    sandbox: String(isSandbox),
  };
  return [
    // The name replaces the ink.
    ...(method === null || fullName === null ? [] : [fullName]),
    ...describePersonalNumber(language, personalNumber),
    say(language, 'stampDate', { date: formatMoment(signedAt) }),
    say(language, 'stampAddress', { ipAddress }),
    capitalise(say(language, 'stampMethod', withMethodName(language, how))),
  ];
}

function writeScanLines(
  language: Language,
  { fullName, personalNumber, scannedAt, hasImage }: Parameters<MessageWriter['scanLines']>[1],
): readonly string[] {
  const scanned = say(language, 'scanDate', { date: formatMoment(scannedAt) });
  // The image has the name, and the full number.
  if (hasImage) return [scanned];
  return [
    fullName,
    ...describePersonalNumber(language, personalNumber),
    scanned,
    say(language, 'scanNotKept'),
  ];
}

function describePersonalNumber(language: Language, personalNumber: string | null): readonly string[] {
  return personalNumber === null ? [] : [say(language, 'stampPersonalNumber', { personalNumber })];
}

function say(language: Language, key: keyof MessageSentences, params: MessageParams = {}): string {
  return formatMessage(language, MESSAGES[language][key], params);
}
