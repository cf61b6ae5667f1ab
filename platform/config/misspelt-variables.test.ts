import { describe, expect, it } from 'vitest';
import { certainMisspellings, describeMisspelling, misspeltVariables, variableWarnings } from './misspelt-variables.ts';

/** Variables that shells, containers, clusters, platforms and other programs set. */
const foreign = `
  HOSTNAME HOSTTYPE HOME PATH PWD OLDPWD SHELL TERM USER LOGNAME LANG LC_ALL TZ EDITOR MAIL MAILTO PS1 SHLVL TMPDIR DISPLAY
  NODE_OPTIONS NODE_PATH NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NPM_CONFIG_PREFIX INIT_CWD CI DEBUG FORCE_COLOR
  NO_COLOR YARN_VERSION SSH_AUTH_SOCK XDG_SESSION_ID XDG_SESSION_TYPE DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT UPSTREAM_SERVICE_HOST UPSTREAM_SERVICE_PORT
  UPSTREAM_PORT_7777_TCP REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_TLS_URL REDIS_DB POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB
  PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD DATABASE_HOST DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DB_URL DB_HOST DB_PORT
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy host port post POST SORT DEMOS PORTS HOSTS WEB_CONCURRENCY DYNO SECRET_KEY
  SECRET_KEY_BASE SESSION_SECRET JWT_SECRET LOG_DIR LOG_FILE LOG_COLOR METRICS_PATH METRICS_ENABLED PROXY_PORT SERVICE_URL
  API_URL BASE_URL OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_ENDPOINT MALLOC_ARENA_MAX VITE_API_BASE TEST_REDIS_URL ONLINE
`;

const closest = (env: Record<string, string>) => misspeltVariables(env).map(({ meant }) => meant);

describe('misspeltVariables', () => {
  it.each([
    ['UPSTREM_URL', 'http://app.example', 'UPSTREAM_URL'],
    ['DATABSE_URL', 'postgres://u:hunter2@db/d', 'DATABASE_URL'],
    ['UPSTERAM_URL', 'http://app.example', 'UPSTREAM_URL'],
    ['TRUST_PORXY', 'loopback', 'TRUST_PROXY'],
    ['LOG_LEVLE', 'debug', 'LOG_LEVEL'],
    ['RATELIMIT_FACTOR', '2', 'RATE_LIMIT_FACTOR'],
    ['METRCS_PROT', '9090', 'METRICS_PORT'],
    ['database_url', 'sqlite:x', 'DATABASE_URL'],
    ['NODE_EVN', 'production', 'NODE_ENV'],
    ['WOKERS', '2', 'WORKERS'],
    ['PROT', '80', 'PORT'],
    ['DMEO', 'off', 'DEMO'],
  ])('takes %s=%s for %s', (found, value, meant) => {
    expect(closest({ [found]: value })).toEqual([meant]);
  });

  it('raises no false alarm for common variables of other programs', () => {
    const names = foreign.trim().split(/\s+/);
    expect(names.length).toBeGreaterThan(80);
    expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, '3000'])))).toEqual([]);
  });

  it('is silent about our own names and about empty values', () => {
    expect(misspeltVariables({ UPSTREAM_URL: 'http://x', UPSTREAM_PORT: '1', UPSTREM_URL: ' ' })).toEqual([]);
  });

  it.each([
    { env: { UPSTREM_URL: 'http://app.example' }, isCertain: true, because: 'one slip, and the value fits' },
    { env: { NODE_EVN: 'production' }, isCertain: true, because: 'NODE_ENV counts as ours' },
    {
      env: { UPSTREM_URL: 'http://a', UPSTREAM_URL: 'http://b' },
      isCertain: false,
      because: 'the right one is set, too',
    },
    { env: { METRIC_PORT: 'tcp://10.0.0.1:80' }, isCertain: false, because: 'a cluster sets such values' },
    { env: { DATABASE_URI: 'postgres://db/d' }, isCertain: false, because: 'other programs read this name' },
    { env: { LOGLEVEL: 'debug' }, isCertain: false, because: 'other programs read this name' },
    { env: { METRCS_PROT: '9090' }, isCertain: false, because: 'two slips' },
    { env: { WORKER: '2' }, isCertain: false, because: 'the name is short' },
  ])('tells whether our variable is certainly meant: $env ($because)', ({ env, isCertain }) => {
    expect(misspeltVariables(env)).toEqual([expect.objectContaining({ isCertain })]);
  });

  it('never quotes the value', () => {
    const [misspelling] = misspeltVariables({ DATABSE_URL: 'postgres://u:hunter2@db/d' });
    expect(misspelling && describeMisspelling(misspelling)).toBe(
      'DATABSE_URL is not a variable of DotCode: write DATABASE_URL, or remove it',
    );
  });
});

describe('variableWarnings', () => {
  it('names misspelt variables and retired ones, whatever their value', () => {
    expect(variableWarnings({ WORKER: '2', FAST_LANE: 'off', PORT: '3000' })).toEqual([
      'WORKER is not a variable of DotCode: write WORKERS, or remove it',
      'FAST_LANE has no effect any more, remove it: http-proxy-middleware carries every call',
    ]);
    expect(variableWarnings({ FAST_LANE: ' ' })).toEqual([]);
  });

  it('does not stop a start for a retired variable', () => {
    expect(certainMisspellings({ FAST_LANE: 'on' })).toEqual([]);
  });
});
