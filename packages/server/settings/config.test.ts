import { CAPABILITIES } from '@countersign/identity';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('[D8-14] requires no settings', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      baseUrl: 'http://localhost:8080',
      databaseUrl: undefined,
      smtpUrl: undefined,
      rateLimitPerMinute: 600,
      allowLoopbackWebhooks: true,
      bootstrap: { capabilities: CAPABILITIES },
    });
  });

  it('treats empty variables as unset', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080, smtpUrl: undefined });
  });

  it('removes the trailing slash of BASE_URL and derives nothing else from PORT', () => {
    expect(readConfig({ PORT: '9000', BASE_URL: 'https://sign.example/' })).toMatchObject({
      port: 9000,
      baseUrl: 'https://sign.example',
    });
  });

  it('[0-02] has the authorization server at the origin of BASE_URL, or at AUTH_URL', () => {
    const { authUrl } = readConfig({ BASE_URL: 'https://sign.example/service' });
    expect(authUrl).toBe('https://sign.example');
    const own = readConfig({ BASE_URL: 'https://sign.example', AUTH_URL: 'https://login.example/' });
    expect(own.authUrl).toBe('https://login.example');
    expect(() => readConfig({ BASE_URL: 'https://sign.example', AUTH_URL: 'http://login.example' })).toThrow(
      'AUTH_URL',
    );
  });

  it('reads the client at an e-ID broker, and names what is missing', () => {
    const client = {
      E_ID_PROVIDER: 'oidc',
      E_ID_NAME: 'Freja',
      E_ID_ISSUER: 'https://broker.example',
      E_ID_CLIENT_ID: 'id',
      E_ID_CLIENT_SECRET: 'secret',
    };
    const settings = { ...client, E_ID_ACR_VALUES: 'loa3  loa4' };
    expect(readConfig(settings).electronicId).toMatchObject({
      provider: 'oidc',
      scope: 'openid profile',
      acrValues: ['loa3', 'loa4'],
      nameClaim: 'name',
    });
    for (const name of Object.keys(client).slice(1))
      expect(() => readConfig({ ...client, [name]: '' })).toThrow(
        `${name}: required if E_ID_PROVIDER is oidc`,
      );
    const insecure = { ...client, E_ID_ISSUER: 'http://broker.example' };
    expect(() => readConfig(insecure)).toThrow('E_ID_ISSUER');
    expect(() => readConfig({ ...client, E_ID_SCOPE: 'profile' })).toThrow('E_ID_SCOPE');
  });

  // Their methods were asked at `//`.
  it('removes the trailing slash of addresses of providers of SMS', () => {
    const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };
    const elks = { ELKS_USERNAME: 'name', ELKS_PASSWORD: 'password' };
    const sender = { SMS_FROM: 'Acme', TWILIO_API: 'https://sms.example/', ELKS_API: 'https://sms.example/' };
    expect(readConfig({ ...sender, ...twilio, SMS_PROVIDER: 'twilio' }).sms).toMatchObject({
      account: { api: 'https://sms.example' },
    });
    expect(readConfig({ ...sender, ...elks, SMS_PROVIDER: '46elks' }).sms).toMatchObject({
      api: 'https://sms.example',
    });
  });

  it('reads a list of capabilities', () => {
    const { capabilities } = readConfig({ CAPABILITIES: 'signingOrder, templates' }).bootstrap;
    expect(capabilities).toEqual(['templates', 'signingOrder']);
  });

  const production = {
    NODE_ENV: 'production',
    MAIL_FROM: 'sign@example.com',
    SMTP_URL: 'smtp://mail',
    SEAL_P12: import.meta.filename,
  };

  it('[D8-13] gives the account SMS and WhatsApp also before their provider is configured', () => {
    expect(readConfig(production).bootstrap.capabilities).toEqual(CAPABILITIES);
  });

  it('reads several encryption keys, and the key of the seal as text', () => {
    const keys = ['ab', 'CD'].map((byte) => byte.repeat(32));
    expect(readConfig({ ENCRYPTION_KEYS: keys.join(', ') }).encryptionKeys).toEqual(
      keys.map((key) => Buffer.from(key, 'hex')),
    );
    const pem = '-----BEGIN CERTIFICATE-----\nx\n-----BEGIN PRIVATE KEY-----\ny';
    const { sealKey } = readConfig({ SEAL_PEM: pem.replaceAll('\n', '\\n') });
    expect(sealKey).toEqual({ kind: 'text', pem, passphrase: undefined });
    expect(() => readConfig({ SEAL_PEM: pem, SEAL_P12: import.meta.filename })).toThrow(
      'set only one of them',
    );
  });

  it.each([
    ['ENCRYPTION_KEYS', 'abcd'],
    ['ENCRYPTION_KEYS', `${'ab'.repeat(32)},`.repeat(2).slice(0, -3)],
    ['SEAL_PEM', '/srv/seal.pem'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['BASE_URL', 'localhost'],
    // Issuer identifiers (RFC 8414 2, RFC 9207 2).
    ['BASE_URL', 'https://sign.example/?tenant=1'],
    ['AUTH_URL', 'https://login.example/#here'],
    // Its pages did not find what they are: they read their path from the root of the host.
    ['AUTH_URL', 'https://login.example/oauth'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'https://mail.example'],
    // Was noticed when the first message was refused.
    ['MAIL_FROM', 'Acme'],
    ['MAIL_FROM', 'Acme <sign@>'],
    ['SMS_PROVIDER', 'pigeon'],
    // Keys and personal data went over the network in plain text.
    ['ONFIDO_API', 'http://faces.example'],
    // Ended the start with a stack trace.
    ['STRIPE_API', 'api.stripe.example'],
    ['BOLAGSVERKET_API', 'http://127.0.0.1.example'],
    ['SMS_FROM', '0701234567'],
    ['WHATSAPP_FROM', 'Acme'],
    ['WHATSAPP_TEMPLATES', 'invitation'],
    ['TWILIO_ACCOUNT_SID', 'AC1'],
    ['BOOTSTRAP_EMAIL', 'nobody'],
    ['BOOTSTRAP_ACCOUNT_NAME', ' '],
    ['BOOTSTRAP_FULL_NAME', 'Ada\u202E'],
    ['BOOTSTRAP_API_KEY', 'key'],
    ['BOOTSTRAP_API_KEY', 'sk_1'],
    ['BOOTSTRAP_PASSWORD', 'short'],
    ['BOOTSTRAP_PASSWORD', 'Password1'],
    ['TIME_ZONE', 'Atlantis'],
    ['CAPABILITIES', 'signingOrder,flying'],
    ['SEAL_P12', '/nowhere/seal.p12'],
    ['SEAL_CERTIFICATE', '/nowhere/seal.crt'],
    ['SEAL_KEY', '/nowhere/seal.key'],
    ['SEAL_REMOTE_URLS', 'signer.example'],
    ['SEAL_REMOTE_URLS', 'http://signer.example/csc/v2'],
    ['SEAL_REMOTE_URLS', 'https://anna:secret@signer.example/csc/v2'],
    ['SEAL_REMOTE_CLIENT', '/nowhere/client.pem'],
    ['SEAL_REMOTE_CA', '/nowhere/ca.pem'],
    ['SEAL_TIMESTAMP_URLS', 'http://tsa.example, ftp://tsa.example'],
    ['SEAL_LEVEL', 'B-X'],
    ['SEAL_LEVEL_DEMAND', 'perhaps'],
    ['NODE_ENV', 'staging'],
    ['EMBEDDING_ORIGINS', 'app.example.com'],
    ['EMBEDDING_ORIGINS', 'https://app.example.com, https://app.example.com/contracts'],
    ['EMBEDDING_ORIGINS', 'https://*.example.com'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '99'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', 'proxy.example'],
    ['REQUEST_IDLE_SECONDS', '0'],
    ['MAX_CONNECTIONS', 'many'],
    ['DATABASE_CONNECTIONS', '3'],
    ['ROLE', 'both'],
    ['S3_BUCKET', 'My Bucket'],
    ['S3_ENDPOINT', 'store.example'],
    ['S3_REGION', 'eu north'],
    ['S3_PREFIX', '/absolute'],
    ['S3_CACHE_MEGABYTES', '-1'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['3', 3],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['127.0.0.1, fd00::/8,uniquelocal', ['127.0.0.1', 'fd00::/8', 'uniquelocal']],
  ])('reads whose X-Forwarded-For is believed: %s', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  it('trusts no proxy by default', () => expect(readConfig({}).trustProxy).toBe(false));

  it('stores files on disk without a bucket, and uses the defaults of Amazon with one', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ S3_BUCKET: 'documents' }).s3).toEqual({
      location: {
        endpoint: undefined,
        region: 'us-east-1',
        bucket: 'documents',
        credentials: undefined,
        forcePathStyle: false,
        prefix: '',
      },
      cacheBytes: 1024 * 1024 * 1024,
      presignsDownloads: false,
    });
  });

  it('reads another store, and requires both of its keys', () => {
    const settings = { S3_BUCKET: 'documents', S3_ENDPOINT: 'https://store.example', S3_PREFIX: 'a/b' };
    expect(readConfig(settings).s3?.location).toMatchObject({ forcePathStyle: true, prefix: 'a/b/' });
    expect(() => readConfig({ ...settings, S3_ACCESS_KEY_ID: 'id' })).toThrow(
      /^S3_SECRET_ACCESS_KEY: required/,
    );
    expect(() => readConfig({ S3_ENDPOINT: 'https://store.example' })).toThrow(/^S3_BUCKET: required/);
  });

  it.each(['api', 'worker'])('requires shared storage for the role %s', (ROLE) => {
    expect(() => readConfig({ ROLE })).toThrow(/^DATABASE_URL: required/);
    const DATABASE_URL = 'postgres://db.example/signing';
    expect(() => readConfig({ ROLE, DATABASE_URL })).toThrow(/^S3_BUCKET: required/);
    expect(readConfig({ ROLE, DATABASE_URL, S3_BUCKET: 'documents' }).role).toBe(ROLE);
  });

  it('[D8-16] [D5-21] reads how many requests a minute are allowed, and for how long documents are kept', () => {
    expect(readConfig({ RATE_LIMIT_PER_MINUTE: '7', RETENTION_DAYS: '30' })).toMatchObject({
      rateLimitPerMinute: 7,
      retentionDays: 30,
    });
  });

  it('uses no timestamps without authorities', () => {
    expect(readConfig({}).pades).toBeUndefined();
    expect(() => readConfig({ SEAL_LEVEL: 'B-T' })).toThrow(/^SEAL_TIMESTAMP_URLS: required/);
  });

  it('reads timestamp authorities in the order in which they are tried', () => {
    const urls = 'http://one.example/tsr, https://anna:secret@two.example';
    expect(readConfig({ SEAL_TIMESTAMP_URLS: urls }).pades).toEqual({
      level: 'B-T',
      demand: 'preferred',
      authorities: [{ url: 'http://one.example/tsr' }, { url: 'https://anna:secret@two.example' }],
    });
  });

  it('reads the settings of a remote signing key', () => {
    const urls = 'https://one.example/csc/v2, http://localhost:8081/csc/v2';
    expect(() => readConfig({ SEAL_REMOTE_URLS: urls })).toThrow(/^SEAL_REMOTE_CREDENTIAL: required/);
    const settings = {
      SEAL_REMOTE_URLS: urls,
      SEAL_REMOTE_CREDENTIAL: 'seal-1',
      SEAL_REMOTE_TOKEN: 'secret',
    };
    expect(readConfig(settings).sealKey).toEqual({
      kind: 'remote',
      urls: ['https://one.example/csc/v2', 'http://localhost:8081/csc/v2'],
      credentialId: 'seal-1',
      token: 'secret',
      clientPath: undefined,
      authorityPath: undefined,
    });
  });

  it('requires the keys of Onfido for what it checks, and for nothing else', () => {
    expect(readConfig({ ONFIDO_TOKEN: 'token' }).onfido).toBeUndefined();
    const keys = { ONFIDO_TOKEN: 'token', ONFIDO_WEBHOOK_TOKEN: 'secret' };
    for (const [setting, workflow] of [
      ['ID_SCAN', 'ONFIDO_SCAN_WORKFLOW_ID'],
      ['FACE_CHECK_PROVIDER', 'ONFIDO_WORKFLOW_ID'],
    ] as const) {
      const settings = { ...keys, [setting]: 'onfido', [workflow]: 'workflow' };
      for (const name of [...Object.keys(keys), workflow])
        expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
          `${name}: required if ${setting} is onfido`,
        );
      expect(readConfig(settings).onfido).toEqual({ token: 'token', webhookToken: 'secret', api: undefined });
    }
  });

  it('requires at most one signing key, complete', () => {
    const here = import.meta.filename;
    expect(() => readConfig({ SEAL_KEY: here })).toThrow(/^SEAL_CERTIFICATE: required/);
    expect(() => readConfig({ SEAL_CERTIFICATE: here })).toThrow(/^SEAL_KEY: required/);
    expect(() => readConfig({ SEAL_CERTIFICATE: here, SEAL_KEY: here, SEAL_P12: here })).toThrow(
      /set only one/,
    );
    expect(readConfig({ SEAL_CERTIFICATE: here, SEAL_KEY: here }).sealKey).toMatchObject({
      kind: 'pem',
      keyPath: here,
    });
  });

  it('omits an invalid address from the error, as it may contain a password', () => {
    expect(() => readConfig({ SEAL_TIMESTAMP_URLS: 'anna:secret@two.example' })).toThrow(/^(?!.*secret)/);
  });

  it('does not start in production with the outbox or a development certificate', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/^SMTP_URL: /);
    const mail = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail' };
    expect(() => readConfig(mail)).toThrow(/^MAIL_FROM: required/);
    expect(() => readConfig({ ...mail, MAIL_FROM: 'sign@example.com' })).toThrow(/^SEAL_P12: /);
  });

  it.each([
    ['BASE_URL', { BASE_URL: 'http://sign.example' }],
    ['BASE_URL', { BASE_URL: 'http://10.0.0.1:8080', AUTH_URL: 'http://localhost' }],
    ['BASE_URL', { BASE_URL: 'http://127.0.0.1.example' }],
    ['AUTH_URL', { BASE_URL: 'http://localhost:8080', AUTH_URL: 'http://login.example' }],
  ])(
    'refuses %s over http in production, where passwords and tokens are sent, unless told: %o',
    (name, urls) => {
      expect(() => readConfig({ ...production, ...urls })).toThrow(new RegExp(`^${name}: must be https`));
      expect(readConfig({ ...production, ...urls, ALLOW_HTTP: 'true' }).baseUrl).toBe(urls.BASE_URL);
      expect(readConfig(urls).baseUrl).toBe(urls.BASE_URL);
    },
  );

  it.each(['https://sign.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'takes %s in production',
    (BASE_URL) => expect(readConfig({ ...production, BASE_URL }).baseUrl).toBe(BASE_URL),
  );

  it('refuses a guessable key in production', () => {
    // Settings check only that the file exists; startup reads it.
    expect(() => readConfig({ ...production, BOOTSTRAP_API_KEY: 'sk_12345678' })).toThrow(
      /^BOOTSTRAP_API_KEY: /,
    );
    expect(readConfig(production).bootstrap.apiKey).toBeUndefined();
  });

  it('[D11-01] has the built-in assistant outside of production, a model with its address, or none', () => {
    expect(readConfig({}).assistant).toEqual({ provider: 'built-in' });
    expect(readConfig(production).assistant).toBeUndefined();
    expect(readConfig({ ASSISTANT: 'none' }).assistant).toBeUndefined();
    expect(readConfig({ ...production, ASSISTANT: 'built-in' }).assistant).toEqual({ provider: 'built-in' });
    const model = {
      ASSISTANT: 'openai',
      ASSISTANT_URL: 'https://models.example/v1/',
      ASSISTANT_MODEL: 'small',
    };
    expect(readConfig({ ...model, ASSISTANT_KEY: 'k' }).assistant).toEqual({
      ...{ provider: 'openai', url: 'https://models.example/v1', model: 'small', key: 'k' },
    });
    expect(() => readConfig({ ...model, ASSISTANT_URL: '' })).toThrow(/^ASSISTANT_URL: required/);
    expect(() => readConfig({ ...model, ASSISTANT_MODEL: '' })).toThrow(/^ASSISTANT_MODEL: required/);
    expect(() => readConfig({ ...model, ASSISTANT_URL: 'http://models.example/v1' })).toThrow(/https/);
  });

  it('[R04-02] has single sign-on of the service with all that it needs, or none', () => {
    expect(readConfig({}).singleSignOn).toBeUndefined();
    const provider = {
      SSO_ISSUER: 'https://idp.example/realms/staff/',
      SSO_CLIENT_ID: 'countersign',
      SSO_CLIENT_SECRET: 'secret',
      SSO_NAME: 'Example Ltd',
    };
    const admins = { SSO_ROLE_CLAIM: 'groups', SSO_ADMIN_VALUES: 'signing admins, staff' };
    expect(
      readConfig({ ...provider, ...admins, SSO_DOMAINS: 'Example.com, example.org' }).singleSignOn,
    ).toEqual({
      issuer: 'https://idp.example/realms/staff/',
      isOfOperator: true,
      clientId: 'countersign',
      clientSecret: 'secret',
      name: 'Example Ltd',
      domains: ['example.com', 'example.org'],
      isRequired: false,
      roleClaim: 'groups',
      adminValues: ['signing admins', 'staff'],
      accountId: null,
    });
    for (const name of ['SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_NAME'])
      expect(() => readConfig({ ...provider, [name]: '' })).toThrow(`${name}: required with SSO_ISSUER`);
    expect(() => readConfig({ SSO_REQUIRED: 'true' })).toThrow(/^SSO_ISSUER: required/);
    expect(() => readConfig({ ...provider, SSO_ADMIN_VALUES: 'staff' })).toThrow(/^SSO_ROLE_CLAIM: required/);
    expect(() => readConfig({ ...provider, SSO_DOMAINS: '@example.com' })).toThrow(/^SSO_DOMAINS: /);
    expect(() => readConfig({ ...provider, SSO_ISSUER: 'http://idp.example' })).toThrow(/https/);
  });
});
