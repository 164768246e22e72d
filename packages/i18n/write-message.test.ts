import { LANGUAGES, type Language } from '@countersign/base/locale';
import type { MessageKind, MessageParamsOf } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { writeMessage } from './message-writer.ts';
import { TEMPLATES } from './sentences.ts';

const INVITATION = {
  documentName: 'Avtal <2> & "bilaga"',
  senderName: 'Greta Öberg',
  accountName: 'Nordhavn AB',
  recipientName: 'Łukasz Żółć',
  quote: 'Hej!\n<script>alert(1)</script>',
  url: 'https://sign.example.com/sign/abc?a=1&b=2',
};
/** Every member of every kind. */
const EVERYTHING = {
  ...INVITATION,
  ...{ signeeName: 'Bo Ek', code: '123456', minutes: 10, days: 7, isAttached: true, isNamed: true },
  reason: 'timestamp_unavailable',
  ...{ webhookName: 'Archive', webhookUrl: 'https://hooks.example.com/a' },
} satisfies MessageParamsOf[MessageKind];
const KINDS = Object.keys(TEMPLATES.en.kinds) as MessageKind[];
const CASES = LANGUAGES.flatMap((language) => KINDS.map((kind) => [language, kind] as const));

describe('a message', () => {
  it('says who asks for what, with the address on a line of its own', () => {
    const { subject, text, senderName } = writeMessage('sv', 'invitation', INVITATION);
    expect(subject).toBe('Greta Öberg vill att du signerar ”Avtal <2> & "bilaga"”');
    expect(senderName).toBe('Greta Öberg på Nordhavn AB');
    expect(text.split('\n')).toContain(INVITATION.url);
    expect(text).toContain(INVITATION.quote);
  });

  it('escapes everything in HTML and shows the address besides the button', () => {
    const { html } = writeMessage('en', 'invitation', INVITATION);
    expect(html).toContain('Avtal &lt;2&gt; &amp; &quot;bilaga&quot;');
    expect(html.match(/href="https:\/\/sign\.example\.com\/sign\/abc\?a=1&amp;b=2"/g)).toHaveLength(2);
    expect(html).not.toContain('<script>');
  });

  it('leaves out what is not given', () => {
    const nothing = { ...INVITATION, quote: '', senderName: '', accountName: '', recipientName: '' };
    const { subject, text, senderName } = writeMessage('en', 'invitation', nothing);
    expect(subject).toMatch(/^Please sign/);
    expect(text).toMatch(/^Avtal <2> & "bilaga"\n\nHello,\n\nYou are asked/);
    expect(text).not.toContain('Message');
    expect(senderName).toBe('');
  });

  it('is one sentence with the address in an SMS, with a long name shortened', () => {
    const { shortText } = writeMessage('en', 'reminder', { ...INVITATION, documentName: 'é'.repeat(255) });
    expect(shortText).toBe(
      `Reminder from Greta Öberg at Nordhavn AB: please sign “${'é'.repeat(59)}…”: ${INVITATION.url}`,
    );
  });

  it('[D12-06] says the last day to sign, in the zone of the sender, if it asks to sign', () => {
    const deadline = { at: new Date('2026-11-30T22:59:59Z'), timeZone: 'Europe/Stockholm' };
    const write = (language: 'en' | 'sv' | 'es', kind: 'invitation' | 'reminder' | 'completed') =>
      writeMessage(language, kind, { ...INVITATION, isAttached: true, deadline });
    expect(write('sv', 'invitation').text).toContain(
      'Sista dag att signera: måndag 30 november 2026 kl. 23:59 centraleuropeisk tid.',
    );
    expect(write('es', 'reminder').html).toMatch(
      /Último día para firmar: lunes, 30 de noviembre de 2026, 23:59 hora de Europa central/,
    );
    const inUtc = writeMessage('en', 'invitation', {
      ...INVITATION,
      deadline: { ...deadline, timeZone: 'UTC' },
    });
    expect(inUtc.text).toContain('Last day to sign: Monday, 30 November 2026 at 22:59 UTC.');
    expect(write('en', 'invitation').shortText).toMatch(/ Last day to sign: 30 Nov 2026\.$/);
    expect(write('en', 'completed').text).not.toContain('Last day');
  });

  it('[D12-05] tells the sender which name a check gave that is not the signee’s, and nobody else', () => {
    const differingNames = [{ fullName: 'Bo Ek', name: 'Anna <Berg>', isSandbox: false }];
    const given = { ...EVERYTHING, differingNames };
    for (const kind of ['completed', 'owner_signed'] as const) {
      for (const [language, sentence] of [
        ['en', 'gave the name “Anna <Berg>”. The signer is named “Bo Ek” in this document.'],
        ['sv', 'gav namnet ”Anna <Berg>”. Undertecknaren heter ”Bo Ek” i det här dokumentet.'],
        ['es', 'dio el nombre «Anna <Berg>». El firmante se llama «Bo Ek» en este documento.'],
      ] as const) {
        const { text, html, shortText } = writeMessage(language, kind, given);
        expect(text).toContain(sentence);
        expect(html).toContain(sentence.replace('<', '&lt;').replace('>', '&gt;'));
        expect(shortText).not.toContain('Berg');
      }
    }
    const ofSandbox = differingNames.map((one) => ({ ...one, isSandbox: true }));
    expect(writeMessage('en', 'completed', { ...given, differingNames: ofSandbox }).text).toContain(
      'A sandbox gave the name “Anna <Berg>”, and nobody was identified. The signer is',
    );
    expect(writeMessage('en', 'copy', given).text).not.toContain('Berg');
    // The names stood between it and the button.
    const unattached = writeMessage('en', 'completed', { ...given, isAttached: false });
    expect(unattached.text).toContain('Get it here:\n\nGet the signed document:');
  });

  it('has the organisation and the document first, and the color of the sender on its one button', () => {
    const { html, text } = writeMessage('en', 'invitation', { ...INVITATION, color: '#7a1f5c' });
    const { accountName, documentName } = INVITATION;
    expect(text.split('\n\n').slice(0, 2)).toEqual([accountName, documentName]);
    expect(html.match(/<a [^>]*background:#7a1f5c/g)).toHaveLength(1);
    expect(html).not.toContain('class="button"');
  });

  it('says on which day the completed document is deleted, in the zone of the sender', () => {
    const deletion = { at: new Date('2027-02-22T23:30:00Z'), timeZone: 'Europe/Stockholm' };
    const write = (language: Language) =>
      writeMessage(language, 'completed', { ...INVITATION, isAttached: true, deletion }).text;
    expect(write('en')).toContain('The service deletes the document on 23 February 2027.');
    expect(write('sv')).toContain('Tjänsten raderar dokumentet den 23 februari 2027.');
    expect(write('es')).toContain('El servicio elimina el documento el 23 de febrero de 2027.');
  });

  it('says whether the signed document is attached', () => {
    const textOf = (isAttached: boolean) =>
      writeMessage('en', 'completed', { ...INVITATION, isAttached }).text;
    expect(textOf(true)).toContain('It is attached to this message.');
    expect(textOf(false)).toContain('Get it here:');
  });

  it('shows a code once, apart from the text, and in the subject', () => {
    const { subject, text, shortText } = writeMessage('en', 'code', {
      ...INVITATION,
      documentName: '',
      code: '048291',
      minutes: 10,
    });
    expect(subject).toBe('048291 is your code');
    expect(text.split('\n')).toContain('048291');
    expect(text).toContain('Your code, valid for 10 minutes:');
    expect(shortText).toBe('048291 is your code. Give it to nobody.');
  });
});

describe('every kind of message', () => {
  it.each(CASES)('is complete in %s: %s', (language, kind) => {
    const message = writeMessage(language, kind, EVERYTHING);
    for (const text of [message.subject, message.text, message.shortText])
      expect(text).not.toMatch(/undefined|\{|\bnone\b/);
    expect(message.html).not.toMatch(/(src|background|url)\s*[=(]/);
    expect(message.variables).toHaveLength(4);
  });

  it.each(KINDS)('differs between languages: %s', (kind) => {
    const texts = LANGUAGES.map((language) => writeMessage(language, kind, EVERYTHING).text);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  });

  it.each(KINDS)('says the same with nothing given: %s', (kind) => {
    for (const language of LANGUAGES) {
      const nothing = { ...EVERYTHING, ...{ recipientName: '', senderName: '', quote: '' } };
      const { text, subject } = writeMessage(language, kind, nothing);
      expect(`${subject}\n${text}`).not.toMatch(/undefined|\bnone\b|\{| {2}| [.,:]/);
    }
  });
});
