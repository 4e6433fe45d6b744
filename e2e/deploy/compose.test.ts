/** The Compose file, held against the specification's schema and against what we promise of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const FILE = 'deploy/compose.yaml';
const text = readFileSync(FILE, 'utf8');
const compose = parse(text, { merge: true });
const services = Object.entries<Record<string, never>>(compose.services);

test('the linter reports nothing', async () => {
  const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
  const rules = Object.fromEntries(order.map((rule) => [rule, 0]));
  const [result] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] } as never).lintFiles(
    [FILE],
    false,
  );
  expect(result?.messages ?? []).toEqual([]);
});

test('all parts are there, each from an image with an exact tag', () => {
  expect(Object.keys(compose.services).sort()).toEqual([
    ...['api', 'auditor', 'balancer', 'grafana', 'indexer', 'migrate', 'postgres', 'prometheus', 'redis'],
    'webhooks',
  ]);
  for (const [name, { image }] of services)
    expect(image, name).toMatch(/:(v?\d+\.\d+(\.\d+)?(-\w+)?|local\})(@sha256:[0-9a-f]{64})?$/);
});

test('our containers have no privileges and a read-only file system', () => {
  for (const name of ['api', 'auditor', 'balancer', 'indexer', 'migrate', 'webhooks'])
    expect(compose.services[name], name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

test('the API may write its read model, the auditor its key, for which the image has a folder, and nothing else', () => {
  const written = (name: string) =>
    compose.services[name].volumes.filter((volume: string) => !volume.endsWith(':ro'));
  // Without a name: a volume for each replica.
  expect(written('api')).toEqual(['/var/lib/mandate']);
  expect([...written('indexer'), ...written('migrate')]).toEqual([]);
  // With a name: the key that signs reports outlives the container.
  expect(written('auditor')).toEqual(['auditor:/var/lib/mandate']);
  expect(Object.keys(compose.volumes)).toContain('auditor');
  expect(compose.services.auditor.environment.AUDITOR_KEY_FILE).toBe('/var/lib/mandate/auditor.pem');
  expect(compose.services.api.environment.READ_MODEL_DIR).toMatch(/^\/var\/lib\/mandate\//);
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toMatch(
    /^RUN install -d -o 1000 -g 1000 \/var\/lib\/mandate$/m,
  );
});

test('ports are published on this machine only, and the database’s not at all', () => {
  const ports = services.flatMap(([, { ports = [] }]) => ports as (string | { host_ip: string })[]);
  for (const port of ports)
    expect(typeof port === 'string' ? port : port.host_ip).toMatch(
      /^(127\.0\.0\.1:|\$\{LISTEN:-127\.0\.0\.1\})/,
    );
  expect(compose.networks.data.internal).toBe(true);
  for (const name of ['postgres', 'redis']) {
    expect(compose.services[name].networks).toEqual(['data']);
    expect(compose.services[name].ports).toBeUndefined();
  }
});

test('admin listeners are reached inside its network, and not published', () => {
  expect(compose.services.api.environment.API_ADMIN_HOST).toBe('0.0.0.0');
  expect(compose.services.indexer.environment.INDEXER_HOST).toBe('0.0.0.0');
  expect(compose.services.auditor.environment.AUDITOR_HOST).toBe('0.0.0.0');
  expect(compose.services.webhooks.environment.WEBHOOKS_HOST).toBe('0.0.0.0');
  expect(compose.services.webhooks.ports).toBeUndefined();
  expect(compose.services.balancer.ports.map(({ target }: { target: number }) => target)).toEqual([8080]);
  expect(compose.services.api.ports).toBeUndefined();
  expect(compose.services.indexer.ports).toBeUndefined();
  expect(compose.services.auditor.ports).toBeUndefined();
});

test('the API has replicas, and the balancer finds them by their name', () => {
  expect(compose.services.api.deploy.replicas).toMatch(/^\$\{API_REPLICAS:-2\}$/);
  const { status, stderr, error } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy-compose.cfg'], {
    encoding: 'utf8',
  });
  if (error) throw new Error(`${error.message}. Install it: apt-get install haproxy`);
  expect(status, stderr).toBe(0);
  const config = readFileSync('deploy/haproxy-compose.cfg', 'utf8');
  expect(config).toMatch(/^ {4}server-template api 1-16 api:8080$/m);
  expect(compose.services.balancer.volumes).toEqual([
    './haproxy-compose.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro',
  ]);
});

test('all roles wait for the migration', () => {
  for (const name of ['indexer', 'auditor', 'webhooks', 'api'])
    expect(compose.services[name].depends_on.migrate.condition).toBe('service_completed_successfully');
});

test('every setting has a default but the password of the database, which has none', () => {
  const names = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)];
  const required = names.filter(([, , rest]) => !/^:[-+]/.test(rest ?? ''));
  expect(new Set(required.map(([, name]) => name))).toEqual(new Set(['POSTGRES_PASSWORD']));
  for (const [, , rest] of required) expect(rest).toMatch(/^:\?.*openssl rand/);
  expect(existsSync('deploy/chains.example.json')).toBe(true);
});
