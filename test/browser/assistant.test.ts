import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { guideButton, waitForDocument } from './sign-like-a-person.ts';
import { ANSWER, ASSISTANT, answerQuestions, FACTS, streamed } from './stub-assistant.ts';
import { type StubService, startStubService, stubView } from './stub-service.ts';

const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } };
const SCREENS = [
  ['a phone', NARROW],
  ['a desktop', DESKTOP],
] as const;

/** Counts what is asked of the device's voices, and speaks until a test says `endSentence()`. */
const FAKE_VOICES = () => {
  const spoken: { text: string; voice: string | undefined }[] = [];
  let current: SpeechSynthesisUtterance | null = null;
  const voices = [
    { lang: 'en-US', localService: false, default: true, name: 'cloud', voiceURI: 'cloud' },
    { lang: 'en-GB', localService: true, default: false, name: 'device', voiceURI: 'device' },
  ];
  Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { writable: true, value: null });
  Object.assign(speechSynthesis, {
    getVoices: () => voices,
    speak(utterance: SpeechSynthesisUtterance) {
      current = utterance;
      spoken.push({ text: utterance.text.trim(), voice: utterance.voice?.name });
    },
    cancel() {
      current = null;
    },
  });
  Object.assign(globalThis, {
    spoken,
    isSpeaking: () => current !== null,
    endSentence: () => current?.onend?.({} as SpeechSynthesisEvent),
  });
};

interface WithVoices {
  readonly spoken: readonly { readonly text: string; readonly voice: string | undefined }[];
  isSpeaking(): boolean;
  endSentence(): void;
}

describe.skipIf(noBrowserReason !== null)(
  `the assistant on the signing page ${noBrowserReason ?? ''}`,
  () => {
    let browser: Browser;
    let stub: StubService;
    let page: Page;
    let problems: string[];
    let requested: string[];

    const open = async (options: BrowserContextOptions): Promise<void> => {
      [page, problems] = await openPage(browser, options);
      requested = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(`${stub.url}/sign/token`);
      await waitForDocument(page);
    };
    const panel = (): Locator => page.getByRole('dialog', { name: 'Ask about the document' });
    const askButton = (): Locator => page.locator('#ask');
    const openPanel = async (): Promise<void> => {
      await askButton().click();
      await panel().waitFor();
    };
    const ask = async (question: string): Promise<void> => {
      await panel().getByRole('textbox', { name: 'Your question' }).fill(question);
      await page.keyboard.press('Enter');
      await panel().getByRole('heading', { name: question }).waitFor();
    };
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const element = document.activeElement;
        return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
      });
    /** Presses Tab until an element has the focus. */
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 30; presses += 1) {
        if ((await focused()) === name) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${name}, but to ${await focused()}`);
    };
    /** Returns whether the middle of an element can be pressed, or seen if it is a mark, which lets presses through. */
    const isUncovered = (element: Locator): Promise<boolean> =>
      element.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        if (one.matches('.quote-mark')) return found?.closest('.page') === one.closest('.page');
        return one.contains(found);
      });

    beforeAll(async () => {
      browser = await shareChromium();
    });
    beforeEach(async () => {
      stub = await startStubService();
      stub.view = stubView({ assistant: ASSISTANT });
      answerQuestions(stub);
    });
    afterEach(async () => {
      await page.context().close();
      await stub.close();
      expect(problems).toEqual([]);
    });

    it.each(SCREENS)(
      '[D11-11] leaves the document on %s where it is when it opens and closes',
      async (_, screen) => {
        stub.view = stubView({ assistant: { ...ASSISTANT, language: 'ar' } });
        await open(screen);
        const place = () => page.evaluate(() => [scrollY, document.documentElement.scrollWidth - innerWidth]);
        for (const top of [0, 100]) {
          await page.evaluate((y) => scrollTo(0, y), top);
          await askButton().evaluate((button) => button.focus({ preventScroll: true }));
          await page.keyboard.press('Enter');
          const opened = page.getByRole('dialog', { name: 'اسأل عن المستند' });
          await opened.waitFor();
          await expect.poll(focused).toBe('اسأل عن المستند');
          expect(await place()).toEqual([top, 0]);
          expect(await page.evaluate(() => innerWidth)).toBe(screen.viewport?.width);
          await page.keyboard.press('Escape');
          await expect.poll(() => askButton().evaluate((one) => one === document.activeElement)).toBe(true);
          expect(await place()).toEqual([top, 0]);
        }
      },
    );

    it('[D11-06] asks without the characters that nobody sees, which the service refuses', async () => {
      await open(NARROW);
      await openPanel();
      const questions: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/assistant/questions')) questions.push(request.postDataJSON());
      });
      await panel()
        .getByRole('textbox', { name: 'Your question' })
        .fill('\u200fWhat is\u00ad the re\u200bnt? 👨‍👩‍👧\ufeff');
      await page.keyboard.press('Enter');
      await panel().getByRole('heading', { name: 'What is the rent? 👨‍👩‍👧' }).waitFor();
      expect(questions).toEqual([{ question: 'What is the rent? 👨‍👩‍👧', language: 'en' }]);
    });

    it.each(SCREENS)(
      '[D11-11] is used on %s by keyboard alone, and gives the focus back',
      async (_, screen) => {
        await open(screen);
        await askButton().focus();
        await page.keyboard.press('Enter');
        await expect.poll(focused).toBe('Ask about the document');
        expect(await findBarriers(page)).toEqual([]);

        await tabTo('What does it cost?');
        await page.keyboard.press('Enter');
        await expect
          .poll(() => panel().getByRole('status').last().textContent())
          .toContain('Page 2: Either party');
        expect(await focused()).toBe('What does it cost?');
        expect(await findBarriers(page)).toEqual([]);

        await tabTo('Show: Page 2');
        await page.keyboard.press('Enter');
        await expect.poll(focused).toMatch(/^Quote 1 of 2/);
        const mark = page.locator('.quote-mark');
        await expect.poll(() => isUncovered(mark)).toBe(true);
        expect(await panel().getByRole('status').last().textContent()).toContain('Marked on page 2');
        expect((await findBarriers(page)).filter((barrier) => !/#widget-/.test(barrier))).toEqual([]);
        await tabTo('Next quote');
        await page.keyboard.press('Enter');
        await expect.poll(() => page.locator('.page').first().locator('.quote-mark').count()).toBe(1);
        await expect.poll(() => isUncovered(mark)).toBe(true);
        expect(await focused()).toBe('Next quote');

        await page.keyboard.press('Escape');
        await expect.poll(focused).toBe('Show: Page 1');
        expect(await mark.count()).toBe(0);
        await page.keyboard.press('Escape');
        await expect.poll(focused).toBe('Ask');
        await expect.poll(() => panel().isVisible()).toBe(false);

        await page.keyboard.press('Enter');
        await panel().waitFor();
        expect(await panel().getByRole('heading', { name: 'What does it cost?' }).isVisible()).toBe(true);
      },
    );

    it.each([
      ...SCREENS,
      ['a tablet', { viewport: { width: 820, height: 1180 } }],
      ['a small laptop', { viewport: { width: 1024, height: 640 } }],
      ['a desktop at 200 %', { viewport: { width: 640, height: 400 } }],
    ] as const)('never covers the next step on %s', async (_, screen) => {
      await open(screen);
      await openPanel();
      expect(await isUncovered(guideButton(page))).toBe(true);
      await ask('What does it cost?');
      await panel().getByRole('button', { name: 'Show: Page 2' }).click();
      await page.locator('.assistant-shown').waitFor();
      expect(await isUncovered(guideButton(page))).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });

    it('takes the next step from under the sheet of a phone', async () => {
      await open(NARROW);
      await openPanel();
      expect(await page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(true);
      await guideButton(page).tap();
      await page.getByRole('dialog', { name: 'Full name' }).getByRole('textbox').waitFor();
      expect(await page.locator('.assistant').isVisible()).toBe(false);
      expect(await page.locator('main').evaluate((main: HTMLElement) => main.inert)).toBe(false);
    });

    it('closes the sheet by a press on the page behind it', async () => {
      await open(NARROW);
      await openPanel();
      await page.touchscreen.tap(180, 20);
      await expect.poll(() => panel().isVisible()).toBe(false);
    });

    it('is loaded when it is asked for, with the sentences of one language', async () => {
      await open(DESKTOP);
      const isOfAssistant = (path: string) => /assistant|\/(?:ar|de|en|fi|sv)-[^/]*\.js/.test(path);
      expect(requested.filter(isOfAssistant)).toEqual([]);
      await openPanel();
      const loaded = requested.filter((path) => /\/[a-z]{2}-[\w-]+\.js$/.test(path));
      expect(loaded).toHaveLength(1);
      expect(loaded[0]).toMatch(/\/en-/);
    });

    it('is not offered for a document without it', async () => {
      const { assistant: _, ...view } = stubView({ assistant: ASSISTANT });
      stub.view = view;
      await open(DESKTOP);
      expect(await askButton().count()).toBe(0);
    });

    it('[D11-11] says before the first question where it is answered, and that the document counts', async () => {
      await open(DESKTOP);
      await openPanel();
      const note = () => panel().locator('.assistant-note').textContent();
      expect(await note()).toMatch(
        /answered in this service.*says that you asked, not what\. The document counts, not the answer\./,
      );
      await page.context().close();
      stub.view = stubView({ assistant: { ...ASSISTANT, provider: 'external', host: 'llm.example.com' } });
      await open(DESKTOP);
      await openPanel();
      expect(await note()).toMatch(/answered by llm\.example\.com.*sent there/);
    });

    it('names the sender when the document does not seem to say', async () => {
      await open(DESKTOP);
      await openPanel();
      await ask('Can I sublet?');
      await panel().getByText('The document does not seem to say.').first().waitFor();
      await panel().getByText('Ask Maria Lind, Norrsken Bygg AB, who sent the document.').waitFor();
      expect(await findBarriers(page)).toEqual([]);
    });

    it('tells sentences of a program from words of the document, and leads from each to its quotes', async () => {
      const sentences = [{ text: 'You can leave after three months.', quotes: [0] }];
      stub.assist = (body) => (body === null ? { body: '{"facts":[]}' } : streamed({ ...ANSWER, sentences }));
      await open(DESKTOP);
      await openPanel();
      await ask('When can I leave?');
      await panel().getByText('Written by a program from these quotes:').waitFor();
      await panel().getByRole('button', { name: 'Quote 1 of 2' }).click();
      await expect.poll(() => page.locator('.quote-mark').count()).toBe(1);
      expect(await findBarriers(page)).toEqual([]);
    });

    it('shows markup of a document, a model and a suggestion as text', async () => {
      const evil = '<img src=x onerror=alert(1)><b>bold</b> [a](javascript:x)';
      stub.view = stubView({ assistant: { ...ASSISTANT, suggestions: [evil] } });
      const quotes = [{ ...FACTS[0], text: evil, page: 0, boxes: [] }];
      const answer = { ...ANSWER, sentences: [{ text: `${evil}!`, quotes: [0] }], quotes };
      stub.assist = (body) => (body === null ? { body: '{"facts":[]}' } : streamed(answer as never));
      await open(DESKTOP);
      await openPanel();
      await panel().getByRole('button', { name: evil }).click();
      await panel().getByRole('article').getByText(`${evil}!`).waitFor();
      expect(await panel().locator('blockquote').textContent()).toBe(evil);
      expect(await panel().locator('img, b, a').count()).toBe(0);
    });

    it('[D11-07] lists facts by kind, with their places', async () => {
      await open(DESKTOP);
      await openPanel();
      await panel().getByRole('button', { name: 'Periods 1' }).click();
      await panel().getByRole('heading', { name: 'Periods' }).waitFor();
      await panel().getByRole('button', { name: 'Show: Page 2' }).click();
      await expect.poll(() => page.locator('.quote-mark').count()).toBe(1);
    });

    describe('when something fails', () => {
      it('[D11-06] says from when on the next question is answered, and answers it then', async () => {
        let isLimited = true;
        stub.assist = (body) => {
          if (body === null) return { body: '{"facts":[]}' };
          return isLimited
            ? { status: 429, headers: { 'retry-after': '300' }, body: '{}' }
            : streamed(ANSWER);
        };
        await open({ ...DESKTOP, locale: 'en-GB' });
        await openPanel();
        await ask('What does it cost?');
        await panel()
          .getByText(/Too many questions for now\. Ask again from \d+:\d\d/)
          .first()
          .waitFor();
        expect(await findBarriers(page)).toEqual([]);
        isLimited = false;
        await panel().getByRole('button', { name: 'Try again' }).click();
        await panel().getByText('The document says:').first().waitFor();
        expect(await panel().getByRole('article').count()).toBe(1);
      });

      it('keeps the question without a connection, and asks it again', async () => {
        await open(NARROW);
        await openPanel();
        await page.context().setOffline(true);
        await ask('What does it cost?');
        await panel().getByText('There is no connection. Your question is kept.').first().waitFor();
        expect(await findBarriers(page)).toEqual([]);
        await page.context().setOffline(false);
        await panel().getByRole('button', { name: 'Try again' }).click();
        await panel().getByText('The document says:').first().waitFor();
      });

      it('shows nothing of an answer that broke off', async () => {
        const { headers = {}, body } = streamed(ANSWER);
        const [start = ''] = body.split('event: done');
        stub.assist = (asked) =>
          asked === null ? { body: '{"facts":[]}' } : { headers, body: start, breaks: true };
        await open(DESKTOP);
        await openPanel();
        await ask('What does it cost?');
        await panel().getByText('No answer could be given.').first().waitFor();
        expect(await panel().locator('blockquote').count()).toBe(0);
      });

      it('tries the facts again', async () => {
        stub.assist = () => ({ status: 500, body: '{}' });
        await open(DESKTOP);
        await openPanel();
        const retry = panel().getByRole('button', { name: 'Find in the document: Try again' });
        await retry.waitFor();
        answerQuestions(stub);
        await retry.click();
        await panel().getByRole('button', { name: 'Dates 1' }).waitFor();
      });

      it('loads the panel again after a lost line', async () => {
        await open(DESKTOP);
        await page.route(/assistant-panel-[^/]*\.js/, (route) => route.abort());
        await askButton().click();
        const dialog = page.getByRole('dialog', { name: 'Ask' });
        await dialog.getByText('could not be reached').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        expect(await focused()).toBe('Ask');
      });

      it('refuses a question that is too long, and keeps all of it', async () => {
        await open(DESKTOP);
        await openPanel();
        const input = panel().getByRole('textbox', { name: 'Your question' });
        await input.fill('x'.repeat(501));
        await page.keyboard.press('Enter');
        expect(await input.inputValue()).toHaveLength(501);
        expect(await panel().getByText('501 / 500').isVisible()).toBe(true);
        expect(await panel().getByRole('article').count()).toBe(0);
      });
    });

    describe('[D11-11] reads aloud', () => {
      const openWithVoices = async (change: object = {}): Promise<void> => {
        stub.view = stubView({ assistant: { ...ASSISTANT, ...change } });
        [page, problems] = await openPage(browser, DESKTOP);
        requested = [];
        await page.addInitScript(FAKE_VOICES);
        await page.goto(`${stub.url}/sign/token`);
        await waitForDocument(page);
        await openPanel();
        await ask('What does it cost?');
        await panel().locator('blockquote').first().waitFor();
      };
      const spoken = () => page.evaluate(() => (globalThis as unknown as WithVoices).spoken);
      const marked = () => panel().locator('.is-spoken').allTextContents();

      it('by a voice of the device, sentence by sentence, and marks the one that is spoken', async () => {
        await openWithVoices();
        await panel().getByRole('button', { name: 'Read aloud' }).click();
        expect(await spoken()).toEqual([
          { text: 'Either party may end the employment in writing.', voice: 'device' },
        ]);
        expect(await marked()).toEqual(['Either party may end the employment in writing. ']);
        await page.evaluate(() => (globalThis as unknown as WithVoices).endSentence());
        await expect.poll(marked).toEqual(['The notice is three months.']);
        await panel().getByRole('button', { name: 'Stop reading' }).click();
        expect(await marked()).toEqual([]);
        expect(await page.evaluate(() => (globalThis as unknown as WithVoices).isSpeaking())).toBe(false);
      });

      it('no further when the panel is closed', async () => {
        await openWithVoices();
        await panel().getByRole('button', { name: 'Read aloud' }).click();
        await page.keyboard.press('Escape');
        await expect
          .poll(() => page.evaluate(() => (globalThis as unknown as WithVoices).isSpeaking()))
          .toBe(false);
      });

      it.each([
        ['the document is in a language without a voice of the device', { documentLanguage: 'fi' }],
        ['the language of the document is unknown', { documentLanguage: null }],
        ['the sender has not allowed it', { textToSpeech: false }],
      ])('not if %s', async (_, change) => {
        await openWithVoices(change);
        await expect.poll(() => panel().locator('.assistant-entry[aria-busy="false"]').count()).toBe(1);
        expect(await panel().getByRole('button', { name: 'Read aloud' }).count()).toBe(0);
      });
    });

    it('[D11-12] runs from right to left in Arabic, and the rest of the page does not', async () => {
      stub.view = stubView({ assistant: { ...ASSISTANT, language: 'ar', suggestions: ['كم التكلفة؟'] } });
      await open(NARROW);
      await askButton().click();
      const arabic = page.getByRole('dialog', { name: 'اسأل عن المستند' });
      await arabic.waitFor();
      expect(await arabic.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
      expect(await page.locator('body').evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
      await arabic.getByRole('button', { name: 'كم التكلفة؟' }).click();
      const quote = arabic.locator('blockquote').first();
      await quote.waitFor();
      expect(await quote.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
      expect(await findBarriers(page)).toEqual([]);
    });

    it.each([
      ['without animation for people who prefer that', 'reduce', 'auto'],
      ['smoothly for others', 'no-preference', 'smooth'],
    ] as const)('scrolls to a quote %s', async (_, reducedMotion, behavior) => {
      await open({ ...DESKTOP, reducedMotion });
      await openPanel();
      await ask('What does it cost?');
      await page.evaluate(() => {
        const scrolled: unknown[] = [];
        const { scrollIntoView } = Element.prototype;
        Element.prototype.scrollIntoView = function (options) {
          if (this.matches('.quote-mark')) scrolled.push(Object(options).behavior);
          scrollIntoView.call(this, options);
        };
        Object.assign(globalThis, { scrolled });
      });
      await panel().getByRole('button', { name: 'Show: Page 2' }).click();
      const scrolled = () =>
        page.evaluate(() => (globalThis as unknown as { scrolled: string[] }).scrolled[0]);
      await expect.poll(scrolled).toBe(behavior);
    });

    it('stays whole with letters of twice the size', async () => {
      await open({ ...PHONE });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await openPanel();
      await ask('Can I sublet?');
      await panel().getByText('The document does not seem to say.').first().waitFor();
      const wide = await panel().evaluate((one) =>
        [...one.querySelectorAll('*')]
          .filter((part) => part.getBoundingClientRect().right > one.getBoundingClientRect().right + 1)
          .map((part) => part.className),
      );
      expect(wide).toEqual([]);
    });
  },
);
