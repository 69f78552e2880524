/** Every setting by its variable, with a description: everything the service reads and its help lists. */
export const settingNames = {
  HOST: 'the address to listen on (127.0.0.1)',
  PORT: 'the port; 0 for any free one (4680)',
  LINK_ORIGIN: 'what links begin with, such as https://links.example.com (its own address)',
  DATABASE_URL:
    'sqlite:///path/to/file or postgres://user:password@host:port/database (links.sqlite in the folder)',
  DATABASE_READ_URL: 'a PostgreSQL standby from which visits read links (none)',
  LINKWRIGHT_DATA: 'the folder of the SQLite file (where the system puts data)',
  RATE_LIMIT: 'requests of the API a second for each project; 0 for no limit (50)',
  WRONG_KEY_LIMIT: 'requests a minute with wrong keys from one address; 0 for no limit (60)',
  TLS_CERT: 'the certificate with its chain: a PEM file, or its text (none)',
  TLS_KEY: 'its key, likewise',
  TLS_DOMAINS: 'a folder of further certificates, each in a folder with fullchain.pem and privkey.pem (none)',
  BEHIND_PROXY: '1 if a proxy terminates TLS (0)',
  SLOW_REQUEST_MS: 'from how many milliseconds on the log warns of a request; 0 for never (1000)',
  LOG_VISITS: '0 when the log is not to have a line for each visit, only for those that fail or are slow (1)',
  WORKERS: 'processes on one port; only with PostgreSQL (1)',
  COUNT_VISITS: '0 when visits to links are not to be counted (1)',
  KEEP_VISIT_MONTHS: 'for how long visits are kept by day (25)',
  KEEP_VISIT_HOURS: 'for how long they are kept by hour (48)',
} as const

export type SettingName = keyof typeof settingNames
