/** Every setting by its variable, with a description: everything the service reads and its help lists. */
export const settingNames = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port; 0 for any free one (4680)',
  LINK_ORIGIN: 'base URL of links, such as https://links.example.com (its own address)',
  DATABASE_URL:
    'sqlite:///path/to/file or postgres://user:password@host:port/database (links.sqlite in LINKWRIGHT_DATA)',
  DATABASE_READ_URL: 'PostgreSQL standby from which visits read links (none)',
  LINKWRIGHT_DATA: 'folder of the SQLite file (the system’s folder for data)',
  RATE_LIMIT: 'API requests a second per project; 0 for no limit (50)',
  WRONG_KEY_LIMIT: 'requests a minute with invalid keys per address; 0 for no limit (60)',
  TLS_CERT: 'certificate chain: path or text of a PEM file (none)',
  TLS_KEY: 'private key of the certificate: path or text of a PEM file (none)',
  TLS_DOMAINS:
    'folder of additional certificates, each in its own folder with fullchain.pem and privkey.pem (none)',
  BEHIND_PROXY: '1 if a proxy terminates TLS (0)',
  SLOW_REQUEST_MS: 'duration in milliseconds from which requests are logged as slow; 0 for never (1000)',
  LOG_VISITS: '0 to log only failed and slow visits (1)',
  WORKERS: 'number of processes that share the port; requires PostgreSQL if more than 1 (1)',
  COUNT_VISITS: '0 to turn off the counting of visits (1)',
  KEEP_VISIT_MONTHS: 'months for which daily visit counts are kept (25)',
  KEEP_VISIT_HOURS: 'hours for which hourly visit counts are kept (48)',
} as const

export type SettingName = keyof typeof settingNames
