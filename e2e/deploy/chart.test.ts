/** Renders the Helm chart with Helm's own engine and validates it with the schemas of Kubernetes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const CHART = 'deploy/helm/mandate';
const MODELS = { Deployment, HorizontalPodAutoscaler, Job, NetworkPolicy, PodDisruptionBudget, Service };
const MODULES: Readonly<Record<keyof typeof MODELS, string>> = {
  Deployment: 'kubernetes-models/apps/v1',
  HorizontalPodAutoscaler: 'kubernetes-models/autoscaling/v2',
  Job: 'kubernetes-models/batch/v1',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1',
  PodDisruptionBudget: 'kubernetes-models/policy/v1',
  Service: 'kubernetes-models/v1',
};
const REQUIRED_VALUES = { existingSecret: 'mandate' };
/** Every switch on, every list filled. */
const ALL_VALUES = {
  ...REQUIRED_VALUES,
  image: { repository: 'ghcr.io/a/b', digest: `sha256:${'0'.repeat(64)}`, pullSecrets: [{ name: 'pull' }] },
  settings: { chainIds: '1,8453', publicUrl: 'https://mandate.example', rateLimit: 'off' },
  networkPolicy: { apiFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }], metricsFrom: [] },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  auditor: { keySecret: 'mandate-auditor', callsPerDay: '60000' },
  webhooks: { replicas: 2 },
};

// biome-ignore lint/suspicious/noExplicitAny: a rendered template has no type until it is validated.
type Manifest = any;

const folder = mkdtempSync(join(tmpdir(), 'mandate-chart-'));
const renderer = join(folder, 'render');
beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const { status, stderr } = spawnSync('go', ['build', '-o', renderer, 'deploy/helm/render/main.go'], {
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'cache') },
  });
  const next = 'apt-get install golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev';
  expect(status, `${stderr ?? 'Go is missing.'} Install: ${next}`).toBe(0);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function render(values: object): Manifest[] {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const { status, stdout, stderr } = spawnSync(renderer, [CHART, 'try', file], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const documents = parseAllDocuments(stdout);
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS()).filter((manifest) => manifest !== null);
}

/** Schemas ignore unknown fields. The compiler does not, in an object literal. */
function listUnknownFields(manifests: readonly Manifest[]): string {
  const imports = Object.entries(MODULES).map(([kind, from]) => `import type { I${kind} } from '${from}';`);
  const objects = manifests.map((manifest) => `(${JSON.stringify(manifest)}) satisfies I${manifest.kind};`);
  writeFileSync(join(folder, 'manifests.ts'), [...imports, ...objects].join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    '',
  ];
  return spawnSync('node_modules/.bin/tsc', [...options, join(folder, 'manifests.ts')], { encoding: 'utf8' })
    .stdout;
}

const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) ??
  expect.fail(`There is no ${kind} ${name}.`);

describe.each([
  ['the least that has to be said', REQUIRED_VALUES],
  ['all that can be said', ALL_VALUES],
])('with %s', (_, values) => {
  test('every field is valid', () => {
    const manifests = render(values);
    const known = manifests.filter(({ kind }) => kind in MODELS);
    expect(listUnknownFields(known)).toBe('');
    for (const manifest of known) {
      const { kind, metadata } = manifest;
      const validate = () => new MODELS[kind as keyof typeof MODELS](manifest).validate();
      expect(validate, `${kind} ${metadata.name}`).not.toThrow();
    }
    expect(known.length).toBeGreaterThanOrEqual(11);
    expect(manifests.filter(({ kind }) => !(kind in MODELS)).map(({ kind }) => kind)).toEqual(
      values === ALL_VALUES ? Array(4).fill('ServiceMonitor') : [],
    );
  });

  test('pods have no privileges and a read-only file system', () => {
    const pods = render(values).flatMap(({ spec }) => spec.template?.spec ?? []);
    expect(pods).toHaveLength(values === ALL_VALUES ? 5 : 3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.envFrom).toEqual([{ secretRef: { name: 'mandate' } }]);
        expect(container.resources.limits.memory).toBeDefined();
        expect(container.resources.requests.cpu).toBeDefined();
      }
    }
  });

  test('every selector matches pods', () => {
    const manifests = render(values);
    const labels = manifests.flatMap(({ spec }) => spec.template?.metadata.labels ?? []);
    const selectors = manifests.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector];
      return [spec.selector?.matchLabels ?? [], spec.podSelector?.matchLabels ?? []].flat();
    });
    expect(selectors.length).toBeGreaterThanOrEqual(9);
    for (const selector of selectors)
      expect(
        labels.some((pod) => Object.entries(selector).every(([key, value]) => pod[key] === value)),
        JSON.stringify(selector),
      ).toBe(true);
  });
});

test('two indexers, an API that scales, and a migration before both', () => {
  const manifests = render(REQUIRED_VALUES);
  expect(find(manifests, 'Deployment', 'try-indexer').spec.replicas).toBe(2);
  const api = find(manifests, 'Deployment', 'try-api');
  expect(api.spec.replicas).toBeUndefined();
  expect(find(manifests, 'HorizontalPodAutoscaler', 'try-api').spec.scaleTargetRef.name).toBe('try-api');
  const { annotations } = find(manifests, 'Job', 'try-migrate').metadata;
  expect(annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  const drain = api.spec.template.spec.containers[0].env.find(
    ({ name }: Manifest) => name === 'API_DRAIN_MS',
  );
  expect(Number(drain.value) / 1000 + 60).toBeLessThan(api.spec.template.spec.terminationGracePeriodSeconds);
});

test('the API has a folder for its read model, and no pod another', () => {
  const folders = (values: object) => render(values).flatMap(({ spec }) => spec.template?.spec.volumes ?? []);
  expect(folders(REQUIRED_VALUES)).toEqual([{ name: 'read-model', emptyDir: { sizeLimit: '8Gi' } }]);
  const [container] = find(render(REQUIRED_VALUES), 'Deployment', 'try-api').spec.template.spec.containers;
  const [{ mountPath }] = container.volumeMounts;
  const dir = container.env.find(({ name }: Manifest) => name === 'READ_MODEL_DIR').value;
  expect(dir.startsWith(`${mountPath}/`)).toBe(true);
  const without = { ...REQUIRED_VALUES, api: { readModel: { enabled: false } } };
  expect(folders(without)).toEqual([]);
  const [{ env }] = find(render(without), 'Deployment', 'try-api').spec.template.spec.containers;
  expect(env.map(({ name }: Manifest) => name)).not.toContain('READ_MODEL_DIR');
});

test('workers of webhooks run where they are asked for, reachable by pods that may read metrics', () => {
  const without = render(REQUIRED_VALUES);
  expect(without.filter(({ metadata }) => metadata.name.endsWith('webhooks'))).toEqual([]);
  const { spec } = find(render(ALL_VALUES), 'Deployment', 'try-webhooks');
  expect(spec.replicas).toBe(2);
  const [container] = spec.template.spec.containers;
  expect(container.args).toEqual(['webhooks']);
  expect(container.env).toContainEqual({ name: 'PUBLIC_URL', value: 'https://mandate.example' });
  expect(find(render(ALL_VALUES), 'NetworkPolicy', 'try-webhooks').spec.ingress).toBeUndefined();
});

test('an auditor runs where it has a key, which it can only read', () => {
  const without = render(REQUIRED_VALUES);
  expect(without.filter(({ metadata }) => metadata.name.endsWith('auditor'))).toEqual([]);
  const { spec } = find(render(ALL_VALUES), 'Deployment', 'try-auditor');
  expect(spec.replicas).toBe(1);
  const [container] = spec.template.spec.containers;
  expect(container.args).toEqual(['auditor']);
  const [{ name, mountPath, readOnly }] = container.volumeMounts;
  expect(spec.template.spec.volumes).toEqual([{ name, secret: { secretName: 'mandate-auditor' } }]);
  expect(readOnly).toBe(true);
  const { env } = container;
  expect(env).toContainEqual({ name: 'AUDITOR_KEY_FILE', value: `${mountPath}/auditor.pem` });
  expect(env).toContainEqual({ name: 'AUDITOR_CALLS_PER_DAY', value: '60000' });
  expect(env).toContainEqual({
    name: 'AUDITOR_HOST',
    valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
  });
});

test('pods accept and open only the necessary connections', () => {
  const manifests = render(REQUIRED_VALUES);
  const { spec } = find(manifests, 'NetworkPolicy', 'try-default');
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  expect(spec.ingress).toBeUndefined();
  const ports = spec.egress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port));
  expect(ports).toEqual([53, 53, 5432, 6379, 443]);
  const closed = render({ ...REQUIRED_VALUES, networkPolicy: { enabled: false } });
  expect(closed.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
});

test('the admin listener is on the address of the pod, and only pods that may read metrics reach it', () => {
  for (const [role, setting] of [
    ['api', 'API_ADMIN_HOST'],
    ['indexer', 'INDEXER_HOST'],
  ]) {
    const manifests = render(REQUIRED_VALUES);
    const [container] = find(manifests, 'Deployment', `try-${role}`).spec.template.spec.containers;
    expect(container.env).toContainEqual({
      name: setting,
      valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
    });
    const rulesOf = (all: Manifest[]): Manifest[] =>
      (find(all, 'NetworkPolicy', `try-${role}`).spec.ingress ?? []).filter(({ ports }: Manifest) =>
        ports.some(({ port }: Manifest) => port === 'admin'),
      );
    expect(rulesOf(manifests).map(({ from }) => from)).toEqual([[{ podSelector: {} }]]);
    // An empty list of peers would allow everybody.
    expect(rulesOf(render(ALL_VALUES))).toEqual([]);
  }
  const audited = { ...ALL_VALUES, networkPolicy: {} };
  const [{ from }] = find(render(audited), 'NetworkPolicy', 'try-auditor').spec.ingress;
  expect(from).toEqual([{ podSelector: {} }]);
  expect(find(render(ALL_VALUES), 'NetworkPolicy', 'try-auditor').spec.ingress).toBeUndefined();
  const services = render(ALL_VALUES).filter(({ kind }) => kind === 'Service');
  const ports = services.flatMap(({ metadata, spec }) =>
    spec.ports.map(({ name }: Manifest) => `${metadata.name} ${name}`),
  );
  expect(ports).toEqual([
    ...[
      'try-api http',
      'try-api-admin admin',
      'try-auditor admin',
      'try-indexer admin',
      'try-webhooks admin',
    ],
  ]);
  for (const monitor of render(ALL_VALUES).filter(({ kind }) => kind === 'ServiceMonitor'))
    expect(monitor.spec.endpoints).toMatchObject([{ port: 'admin', path: '/metrics', interval: '15s' }]);
});

describe('the values schema', () => {
  const validate = new Ajv({ strict: true }).compile(
    JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')),
  );
  const defaults = parse(readFileSync(`${CHART}/values.yaml`, 'utf8'));

  test('accepts the defaults only with a secret', () => {
    expect(validate({ ...defaults, ...REQUIRED_VALUES }), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(defaults)).toBe(false);
  });

  test.each([
    ['a setting that is not there', { replicas: 3 }],
    ['a tag where a digest belongs', { image: { repository: 'a', digest: 'v1' } }],
    ['more drain than a pod has time to end', { settings: { drainMs: 60_000 } }],
    ['no indexer', { indexer: { replicas: 0 } }],
    ['a key for reports that is not a secret', { auditor: { keySecret: 'auditor.pem/' } }],
    ['several processes in a pod', { api: { processes: 4 } }],
    ['a size without a unit', { api: { readModel: { sizeLimit: '8' } } }],
  ])('refuses %s', (_, values) => {
    expect(validate({ ...defaults, ...REQUIRED_VALUES, ...values })).toBe(false);
  });
});
