import { useEffect } from 'preact/hooks';
import { Brand, Icon, type IconPath } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { LanguageSwitch } from '../parts/language.tsx';
import { useEnterText } from '../parts/texts.tsx';
import { readSession, START } from '../requests/navigation.ts';
import type { PageApi } from '../requests/page-api.ts';
import { ProductPicture } from './product-picture.tsx';

export function HomeScreen({ api }: { readonly api: PageApi }) {
  const text = useEnterText();
  useEffect(() => {
    document.title = `${text('brand')} – ${text('homeTitle')}`;
  }, [text]);
  useEffect(() => {
    const onSession = ({ next }: { readonly next: string }) => {
      if (next === 'signed_in') location.replace(START);
    };
    // A failure looks as if the person was not signed in.
    readSession(api).then(onSession, () => undefined);
  }, [api]);
  return (
    <div class="home">
      <header class="home-header">
        <Brand />
        <LanguageSwitch label={text('language')} />
      </header>
      <main class="home-main">
        <div class="home-hero">
          <div class="home-claim">
            <h1>{text('homeTitle')}</h1>
            <p class="home-intro">{text('homeIntro')}</p>
            <p class="form-actions">
              <a class="button button-primary button-large" href="/sign-in">
                {text('homeSignIn')}
              </a>
              <a class="button button-large" href="/verify">
                <Icon path={icons.shield} />
                {text('homeVerify')}
              </a>
            </p>
          </div>
          <ProductPicture />
        </div>
        <ul class="home-steps">
          <Step icon={icons.send} title={text('homeStepSendTitle')} content={text('homeStepSendText')} />
          <Step icon={icons.pen} title={text('homeStepSignTitle')} content={text('homeStepSignText')} />
          <Step icon={icons.lock} title={text('homeStepSealTitle')} content={text('homeStepSealText')} />
        </ul>
        {document.documentElement.dataset.development !== undefined && <DevelopmentCard />}
      </main>
    </div>
  );
}

interface StepProps {
  readonly icon: IconPath;
  readonly title: string;
  readonly content: string;
}

function Step({ icon, title, content }: StepProps) {
  return (
    <li>
      <Icon path={icon} />
      <h2>{title}</h2>
      <p>{content}</p>
    </li>
  );
}

/** Developers see this on their own machine. */
function DevelopmentCard() {
  const text = useEnterText();
  return (
    <section class="card home-development" aria-labelledby="development">
      <h2 id="development">{text('developmentTitle')}</h2>
      <p>{text('developmentIntro')}</p>
      <ol>
        <li>{text('developmentPassword')}</li>
        <li>
          {text('developmentOutbox')}{' '}
          <a class="text-link" href="/outbox">
            {text('openOutbox')}
          </a>
        </li>
        <li>
          {text('developmentApi')}{' '}
          <a class="text-link" href="/openapi.json">
            {text('openApi')}
          </a>
        </li>
      </ol>
    </section>
  );
}
