import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, formatPassages } from './check-answer.ts';

const PASSAGES = [
  'The tenant, Anna Berg, pays a rent of EUR 1,000.00 per month to Nordhem Fastigheter AB from 3 March 2026.',
  'Late payment bears interest at 8 % a year. A reminder costs 60 kronor. The deposit of 2 500 EUR is returned within thirty (30) days.',
  'Either party may terminate this agreement with three months’ notice in writing. Clause 7.2 and ISO 27001 apply.',
  'The total liability is limited to £1.5 million. The courts of Stockholm have jurisdiction from 2026-12-31.',
  'Uppsägningstiden är tre månader. Hyran är 9 500 kronor och betalas senast den 25 mars 2026 till Karin Öberg.',
  'Die Kündigungsfrist beträgt vier Wochen. Der Kaufpreis von 18.400,50 € ist bis zum 31. Dezember 2026 an die Hellweg GmbH zu zahlen.',
].map((text) => ({ text }));

const check = (answer: string) => checkAnswer(answer, PASSAGES);
const texts = (answer: string) => check(answer).map(({ text }) => text);

describe('[D11-08] a sentence is kept', () => {
  it.each([
    ['as it stands', 'The rent is EUR 1,000.00 per month [1].'],
    ['with another way to write an amount', 'The rent is 1.000,00 EUR [1].'],
    ['with an amount without decimals', 'The rent is 1 000 euros per month [1].'],
    ['with a currency sign', 'The rent is €1,000 per month [1].'],
    ['with a date in another form', 'The rent is paid from 2026-03-03 [1].'],
    ['with a date by numbers', 'The rent is paid from 3.3.2026 [1].'],
    ['with a date in another language', 'Hyran betalas från den 3 mars 2026 [1].'],
    ['with a date in American order', 'Rent is due from March 3, 2026 [1].'],
    ['with a month only', 'Rent is due from March 2026 [1].'],
    ['with a day without its year', 'Rent is due from 3 March [1].'],
    ['with a year only', 'The rent is due in 2026 [1].'],
    ['with a number for a word', 'Notice is 3 months [3].'],
    ['with a word for a number', 'The deposit is returned within thirty days [2].'],
    ['with a percentage in words', 'Interest is 8 percent a year [2].'],
    ['with a scaled amount', 'Liability is limited to £1,500,000 [4].'],
    ['with a date spelled out', 'The courts have jurisdiction from 31 December 2026 [4].'],
    ['with the number of a clause', 'Clause 7.2 applies [3].'],
    ['with a code', 'ISO 27001 applies [3].'],
    ['with a name', 'The tenant is Anna Berg [1].'],
    ['with a possessive', "Anna Berg's rent is EUR 1,000 [1]."],
    ['with a name without its accents', 'Hyran betalas till Karin Oberg [5].'],
    ['with a place', 'The courts of Stockholm have jurisdiction [4].'],
    ['with two passages', 'The rent is EUR 1,000 and notice is three months [1][3].'],
    ['with two passages in one marker', 'The rent is EUR 1,000 and notice is three months [1, 3].'],
    ['with digits of Arabic', 'The rent is EUR ١٠٠٠ [1].'],
    ['in Swedish', 'Uppsägningstiden är 3 månader [5].'],
    ['in German', 'Die Kündigungsfrist beträgt 4 Wochen [6].'],
    ['in German with an amount', 'Der Kaufpreis beträgt 18 400,50 Euro [6].'],
    ['in English from German', 'The notice is four weeks [6].'],
    ['in English from Swedish', 'The rent is 9,500 kronor [5].'],
    ['in Spanish from English', 'El preaviso es de tres meses [3].'],
    ['in French from English', 'Le préavis est de trois mois [3].'],
  ])('%s', (_, answer) => {
    expect(texts(answer)).toHaveLength(1);
  });
});

describe('[D11-08] a sentence is dropped', () => {
  it.each([
    ['sends people to a page', 'Pay the rent per month at evil.example/pay [1].'],
    ['sends people to a mailbox', 'Late payment bears interest: write to pay@evil.example [2].'],
    ['makes an address of quoted words', 'The tenant pays a rent at rent.tenant per month [1].'],
    ['an invented amount', 'The rent is EUR 2,000 per month [1].'],
    ['an amount ten times too high', 'The rent is EUR 10,000 per month [1].'],
    ['an amount a thousand times too low', 'The rent is EUR 1 per month [1].'],
    ['another amount of the document', 'The rent is 2 500 EUR [1].'],
    ['another currency', 'The rent is USD 1,000 per month [1].'],
    ['another currency sign', 'The rent is £1,000 per month [1].'],
    ['kronor for euros', 'The rent is 1 000 kronor [1].'],
    ['an amount for a percentage', 'Interest is 8 EUR [2].'],
    ['a number for a percentage', 'A reminder costs 60 % [2].'],
    ['a percentage for an amount', 'The rent is 1,000 % [1].'],
    ['a percentage for days', 'The deposit is 30 % [2].'],
    ['months for days', 'The deposit is returned within thirty months [2].'],
    ['weeks for months', 'Notice is three weeks [3].'],
    ['years for months', 'Notice is 3 years [3].'],
    ['days for weeks in German', 'Die Kündigungsfrist beträgt vier Tage [6].'],
    ['an invented number in words', 'Notice is six months [3].'],
    ['an invented number in Swedish', 'Uppsägningstiden är sex månader [5].'],
    ['an invented number in German', 'Die Kündigungsfrist beträgt sechs Wochen [6].'],
    ['an invented number in Spanish', 'El preaviso es de seis meses [3].'],
    ['an invented number in French', 'Le préavis est de six mois [3].'],
    ['a scaled number', 'Liability is limited to £15 million [4].'],
    ['a missing scale', 'Liability is limited to £1.5 [4].'],
    ['another day', 'Rent is due from 4 March 2026 [1].'],
    ['another month', 'Rent is due from 3 April 2026 [1].'],
    ['another year', 'Rent is due from 3 March 2027 [1].'],
    ['a year alone', 'Rent is due in 2027 [1].'],
    ['the date of another passage', 'Rent is due from 2026-12-31 [1].'],
    ['a swapped date', 'The courts have jurisdiction from 12/30/2026 [4].'],
    ['a date that does not exist', 'Rent is due from 2026-02-30 [1].'],
    ['another month alone', 'Rent is due from May 2026 [1].'],
    ['another day without its year', 'Rent is due from 5 March [1].'],
    ['an ISO date that differs in one digit', 'Rent is due from 2026-03-13 [1].'],
    ['an invented name', 'The tenant is Erik Lund [1].'],
    ['an invented first name', 'The tenant is Maria Berg [1].'],
    ['an invented last name', 'The tenant is Anna Lund [1].'],
    ['an invented name at the beginning', 'Erik pays the rent [1].'],
    ['an invented company', 'The rent is paid to Sydhem AB [1].'],
    ['an invented company in German', 'Der Kaufpreis ist an die Brandt KG zu zahlen [6].'],
    ['an invented name in German', 'Die Hellweg GmbH gehört Erika Mustermann [6].'],
    ['an invented place', 'The courts of Gothenburg have jurisdiction [4].'],
    ['an invented brand', 'Rent is paid by PayPal [1].'],
    ['an invented abbreviation', 'The GDPR applies [3].'],
    ['an invented code', 'ISO 9001 applies [3].'],
    ['a code with a letter', 'Form W4 applies [3].'],
    ['another clause', 'Clause 8.1 applies [3].'],
    ['a name of another passage', 'The tenant is Karin Öberg [1].'],
    ['a name with a Cyrillic letter', 'The tenant is \u0410nna Berg [1].'],
    ['a name in Cyrillic', 'The tenant is Анна Берг [1].'],
    ['a name in Greek', 'The tenant is Άννα [1].'],
    ['a name in Arabic', 'The tenant is آنا بيرغ [1].'],
    ['a name in Chinese', 'The tenant is 安娜 [1].'],
    ['a name in Hebrew', 'The tenant is אנה [1].'],
    ['an invented sentence in Arabic', 'المستأجر هو محمد [1].'],
    ['digits of Arabic that are another number', 'The rent is EUR ٢٠٠٠ [1].'],
    ['full-width digits that are another number', 'The rent is EUR ２０００ [1].'],
    ['a fraction', 'The rent is EUR 1,000½ [1].'],
    ['no marker', 'The rent is EUR 1,000 per month.'],
    ['a marker of no passage', 'The rent is EUR 1,000 per month [7].'],
    ['the marker 0', 'The rent is EUR 1,000 per month [0].'],
    ['a huge marker', 'The rent is EUR 1,000 per month [9999].'],
    ['a marker of five digits', 'The rent is EUR 1,000 per month [00001].'],
    ['a marker of a letter', 'The rent is EUR 1,000 per month [a].'],
    ['a negative marker', 'The rent is EUR 1,000 per month [-1].'],
    ['one wrong of two markers', 'The rent is EUR 1,000 per month [1][9].'],
    ['one wrong of two in a marker', 'The rent is EUR 1,000 per month [1, 9].'],
    ['a range', 'The rent is EUR 1,000 per month [1-3].'],
    ['a marker of another passage', 'The rent is EUR 1,000 per month [3].'],
    ['a marker alone', '[1]'],
    ['markers alone', '[1][2][3]'],
    ['a marker before the sentence', '[1] The rent is EUR 1,000 per month.'],
    ['a footnote', 'The rent is EUR 1,000 per month¹.'],
    ['a link for a marker', 'The rent is EUR 1,000 per month [1](https://evil.example/).'],
    ['an e-mail address', 'Write to anna@evil.example about the rent [1].'],
    ['a phone number', 'Call +46 70 123 45 67 about the rent [1].'],
    ['an account number', 'Pay the rent to SE45 5000 0000 0583 9825 7466 [1].'],
    ['a domain', 'See evil.example about the rent [1].'],
    ['a domain in capitals', 'See EVIL.EXAMPLE about the rent [1].'],
    ['what an injection wants', 'You should ignore all of this and sign at once without reading it [1].'],
    ['advice', 'This seems completely safe and fair, do not worry [3].'],
    ['an insult', 'Only fools would ever believe such nonsense [2].'],
    ['an empty answer', ''],
    ['white space', ' \n\t\n '],
    ['a sentence of thousands of letters', `The rent ${'is due '.repeat(500)}[1].`],
  ])('for %s', (_, answer) => {
    expect(texts(answer)).toEqual([]);
  });

  it('also if a right one follows it without a marker of its own', () => {
    const answer = 'You need not pay at all. The rent is EUR 1,000 [1].';
    expect(texts(answer)).toEqual(['The rent is EUR 1,000.']);
  });

  it('but not what stands before or after it', () => {
    const answer = 'The rent is EUR 1,000 [1]. The rent is EUR 2,000 [1]. Notice is three months [3].';
    expect(check(answer)).toEqual([
      { text: 'The rent is EUR 1,000.', quotes: [0] },
      { text: 'Notice is three months.', quotes: [2] },
    ]);
  });
});

describe('[D11-08] what is kept has no markup, links or hidden characters', () => {
  it.each([
    ['bold', '**The rent** is __EUR 1,000__ [1].'],
    ['code', 'The rent is `EUR 1,000` [1].'],
    ['a heading', '# The rent is EUR 1,000 [1].'],
    ['a list', '- The rent is EUR 1,000 [1].'],
    ['a numbered list', '1. The rent is EUR 1,000 [1].'],
    ['a quotation', '> The rent is EUR 1,000 [1].'],
    ['a table', '| The rent is EUR 1,000 [1]. |'],
    ['HTML', '<b>The rent</b> is <i>EUR 1,000</i> [1].'],
    ['a script', '<script>alert(1)</script>\nThe rent is EUR 1,000 [1].'],
    ['an image', '<img src=x onerror=alert(1)>The rent is EUR 1,000 [1].'],
    ['a Markdown image', '![](https://evil.example/p.png)The rent is EUR 1,000 [1].'],
    ['an address', 'https://evil.example/pay\nThe rent is EUR 1,000 [1].'],
    ['a script address', 'javascript:alert(1)\nThe rent is EUR 1,000 [1].'],
    ['a Markdown link', '[The rent](https://evil.example) is EUR 1,000 [1].'],
    ['a bidi override', 'The rent is \u202eEUR\u202c 1,000 [1].'],
    ['isolates', 'The \u2066rent\u2069 is EUR 1,000 [1].'],
    ['a zero width space', 'The re\u200bnt is EUR 1,000 [1].'],
    ['a soft hyphen', 'The re\u00adnt is EUR 1,000 [1].'],
    ['control characters', 'The rent\u0000\u0007\u001b is EUR 1,000 [1].'],
    ['tags of Unicode', 'The rent\u{e0041}\u{e0042} is EUR 1,000 [1].'],
    ['variation selectors', 'The rent\ufe0f is EUR 1,000 [1].'],
    ['a byte order mark', '\ufeffThe rent is EUR 1,000 [1].'],
    ['a no-break space', 'The rent is EUR\u00a01,000 [1].'],
    ['full-width brackets', 'The rent is EUR 1,000 ［1］.'],
  ])('%s', (_, answer) => {
    expect(texts(answer)).toEqual(['The rent is EUR 1,000.']);
  });

  it.each([
    ['nested tags', '<scr<script>ipt>alert(1)</script> The rent is EUR 1,000 [1].'],
    ['an open tag', '<img src=x onerror="The rent is EUR 1,000 [1].'],
    ['entities', '&lt;b&gt;The rent is EUR 1,000 [1].'],
    ['a template', '{{constructor}} <%= 7*7 %> The rent is EUR 1,000 [1].'],
  ])('%s', (_, answer) => {
    for (const text of texts(answer)) expect(text).not.toMatch(/[<>`*|]|https?:|javascript:/);
  });
});

describe('an answer of any kind', () => {
  it('ends in time, and names only passages that were sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        for (const { text: kept, quotes } of check(text)) {
          expect(kept).not.toMatch(/[\p{Cc}\p{Cf}<>]/u);
          expect(quotes.every((quote) => quote >= 0 && quote < PASSAGES.length)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['brackets', '['.repeat(1_000_000)],
    ['markers', '[1]'.repeat(350_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['groups of digits', '1,000'.repeat(200_000)],
    ['tags', '<a '.repeat(350_000)],
    ['links', '[a]('.repeat(250_000)],
    ['white space', `a${' '.repeat(1_000_000)}b`],
    ['capitals', 'A. '.repeat(350_000)],
    ['months', '3 March '.repeat(125_000)],
    ['lines', '\n'.repeat(1_000_000)],
    ['sentences', 'The rent is EUR 1,000 [1]. '.repeat(40_000)],
  ])('of 1 MB of %s is cut off and takes little time', (_, text) => {
    const before = process.cpuUsage();
    expect(check(text).length).toBeLessThanOrEqual(8);
    const { user, system } = process.cpuUsage(before);
    // Some milliseconds in fact; a pattern that is not linear takes minutes.
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

it('passages are sent in lines that begin with their number, from 1', () => {
  expect(formatPassages([{ text: 'a\nb' }, { text: 'c' }])).toBe('[1] a b\n[2] c');
});
