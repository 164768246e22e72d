import { describe, expect, it } from 'vitest';
import { messageWriter } from './message-writer.ts';
import { pickLanguage } from './pick-language.ts';

const INVITATION = {
  documentName: 'Avtal <2> & "bilaga"',
  senderName: 'Greta Öberg',
  recipientName: 'Łukasz Żółć',
  personalMessage: 'Hej!\n<script>alert(1)</script>',
  signingUrl: 'https://sign.example.com/sign/abc?a=1&b=2',
};

describe('invitation', () => {
  it('says who asks for what, with the address on a line of its own', () => {
    const { subject, text } = messageWriter.invitation('sv', INVITATION);
    expect(subject).toBe('Greta Öberg vill att du signerar ”Avtal <2> & "bilaga"”');
    expect(text.split('\n')).toContain(INVITATION.signingUrl);
    expect(text).toContain(INVITATION.personalMessage);
  });

  it('escapes everything in HTML', () => {
    const { html } = messageWriter.invitation('en', INVITATION);
    expect(html).toContain('Avtal &lt;2&gt; &amp; &quot;bilaga&quot;');
    expect(html).toContain('href="https://sign.example.com/sign/abc?a=1&amp;b=2"');
    expect(html).not.toContain('<script>');
  });

  it('leaves out a message and a sender that are not there', () => {
    const { subject, text } = messageWriter.invitation('en', {
      ...INVITATION,
      personalMessage: '',
      senderName: '',
    });
    expect(subject).toMatch(/^Please sign/);
    expect(text).not.toContain('Message');
  });
});

describe('failure', () => {
  it.each(['en', 'sv', 'es'] as const)(
    'tells the owner in %s what failed, why, and where to look',
    (language) => {
      const params = {
        documentName: 'Avtal <2>',
        recipientName: 'Greta',
        reason: 'A & B.',
        url: 'https://docs.example.com/1',
      };
      const { subject, text, html } = messageWriter.failed(language, params);
      expect(subject).toContain('Avtal <2>');
      expect(text).toContain('A & B.');
      expect(text.split('\n')).toContain(params.url);
      expect(html).toContain('A &amp; B.');
    },
  );
});

describe('stamp lines', () => {
  it('tell name, moment with zone, address, method and channel', () => {
    const signedAt = new Date('2026-03-04T05:06:07.089Z');
    const params = {
      fullName: 'Łukasz Żółć',
      signedAt,
      ipAddress: '2001:db8::1',
      method: 'typed' as const,
      channel: 'sms' as const,
    };
    expect(messageWriter.stampLines('en', params)).toEqual([
      'Łukasz Żółć',
      'Signed 2026-03-04 05:06:07 UTC',
      'IP address 2001:db8::1',
      'Typed name, link by SMS',
    ]);
    expect(messageWriter.stampLines('sv', { ...params, method: 'drawn', channel: 'link' })[3]).toBe(
      'Ritat för hand, länk från avsändaren',
    );
  });
});

describe('pickLanguage', () => {
  it.each([
    ['es', 'sv', 'es'],
    [undefined, 'sv-FI, en;q=0.5', 'sv'],
    [undefined, 'de, en;q=0.2, es;q=0.7', 'es'],
    [undefined, 'sv;q=0, es', 'es'],
    ['fr', 'sv', 'sv'],
    ['fr', 'de;q=bad, *', 'en'],
    [undefined, undefined, 'en'],
  ])('errorLanguage %s and Accept-Language %s give %s', (errorLanguage, header, expected) => {
    expect(pickLanguage(errorLanguage, header)).toBe(expected);
  });
});
