import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDatabaseUrl, formatDatabase } from '../../../service/settings/database.ts'
import { findDataFolder } from '../../../service/settings/dataFolder.ts'
import { unknownSettings } from '../../../service/settings/unknownSettings.ts'
import { reloadSettings } from '../../../service/settings/reload.ts'
import { readSettings } from '../../../service/settings/settings.ts'
import { settingsFolder } from './files.ts'

const { file, folder } = settingsFolder()

describe('the settings', () => {
  it('the settings have defaults for one computer', () => {
    expect(readSettings({ LINKWRIGHT_DATA: folder })).toEqual({
      host: '127.0.0.1',
      port: 4680,
      inheritedSocket: false,
      database: { engine: 'sqlite', file: join(folder, 'links.sqlite') },
      replicaUrl: null,
      workers: 1,
      visits: { months: 25, hours: 48 },
      linkOrigin: null,
      rateLimit: 50,
      wrongKeyLimit: 60,
      slowRequestMs: 1_000,
      logVisits: true,
      tls: null,
      behindProxy: false,
    })
  })

  it('the settings contain the values set, and treat an empty variable as unset', () => {
    const settings = readSettings({
      HOST: '0.0.0.0',
      PORT: ' 8080 ',
      DATABASE_URL: 'sqlite:///var/lib/a%20b.sqlite',
      LINK_ORIGIN: 'https://Links.example.com/',
      RATE_LIMIT: '0',
      WRONG_KEY_LIMIT: '5',
      BEHIND_PROXY: '1',
      TLS_CERT: '',
      WORKERS: '',
    })
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      database: { engine: 'sqlite', file: '/var/lib/a b.sqlite' },
      linkOrigin: 'https://links.example.com',
      rateLimit: 0,
      wrongKeyLimit: 5,
      behindProxy: true,
    })
  })

  it('the settings contain how long visits are kept, and whether any are counted', () => {
    const visits = (variables: Record<string, string>) =>
      readSettings({ LINKWRIGHT_DATA: folder, ...variables }).visits
    expect(visits({ COUNT_VISITS: '1', KEEP_VISIT_MONTHS: '3' })).toEqual({ months: 3, hours: 48 })
    expect(visits({ KEEP_VISIT_HOURS: '24' })).toEqual({ months: 25, hours: 24 })
    expect(visits({ COUNT_VISITS: '0' })).toBeNull()
    expect(() => visits({ COUNT_VISITS: 'no' })).toThrow('COUNT_VISITS must be 0 or 1')
    expect(() => visits({ COUNT_VISITS: '0', KEEP_VISIT_MONTHS: '0' })).toThrow('KEEP_VISIT_MONTHS must be')
  })

  it('the settings can name a standby for visits', () => {
    const [DATABASE_URL, replicaUrl] = [
      'postgres://u:p@primary/d',
      'postgres://u:p@standby/d?sslmode=require',
    ]
    expect(readSettings({ DATABASE_URL, DATABASE_READ_URL: replicaUrl })).toMatchObject({ replicaUrl })
    expect(readSettings({ DATABASE_URL, DATABASE_READ_URL_FILE: file('read', replicaUrl) })).toMatchObject({
      replicaUrl,
    })
  })

  it('the settings may come from files', () => {
    const DATABASE_URL_FILE = file('url', 'sqlite:///from/file.sqlite\n')
    expect(readSettings({ DATABASE_URL_FILE }).database).toEqual({
      engine: 'sqlite',
      file: '/from/file.sqlite',
    })
  })

  const wrongSettings: [string, Record<string, string>, RegExp][] = [
    ['PORT', { PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
    ['PORT', { PORT: '70000' }, /^PORT must be/],
    ['RATE_LIMIT', { RATE_LIMIT: '-1' }, /^RATE_LIMIT must be/],
    ['BEHIND_PROXY', { BEHIND_PROXY: 'true' }, /^BEHIND_PROXY must be 0 or 1, not "true"\.$/],
    ['BEHIND_PROXY', { BEHIND_PROXY: '01' }, /^BEHIND_PROXY must be 0 or 1/],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://user:secret@host/db' }, /^DATABASE_URL must be/],
    ['DATABASE_URL', { DATABASE_URL: 'sqlite://relative.sqlite' }, /^DATABASE_URL must be/],
    [
      'DATABASE_URL with / in its password',
      { DATABASE_URL: 'postgres://user:secret/x@host/db' },
      /\/ as %2F/,
    ],
    ['DATABASE_URL with # in its password', { DATABASE_URL: 'postgres://user:secret#x@host/db' }, /# as %23/],
    ['DATABASE_URL whose password is read as a port', { DATABASE_URL: 'postgres://u:12/secret@h/db' }, /%2F/],
    ['DATABASE_URL whose password is read as a host', { DATABASE_URL: 'postgres://u:x@secret?y@h/d' }, /%3F/],
    [
      'DATABASE_URL with an unknown sslmode',
      { DATABASE_URL: 'postgres://user:secret@h/db?sslmode=bogus' },
      /^In DATABASE_URL, sslmode must be one of disable, .*verify-full.*, not "bogus"/,
    ],
    [
      'DATABASE_URL that would accept a standby',
      { DATABASE_URL: 'postgres://user:secret@a,b:5433/db?target_session_attrs=any' },
      /^In DATABASE_URL, target_session_attrs must be one of read-write, primary, not "any"\.$/,
    ],
    [
      'DATABASE_URL whose second host is invalid',
      { DATABASE_URL: 'postgres://user:secret@a:1,b:x/db' },
      /^DATABASE_URL must be/,
    ],
    [
      'DATABASE_URL with an invalid prepared_statements',
      { DATABASE_URL: 'postgres://user:secret@h/db?prepared_statements=no' },
      /^In DATABASE_URL, prepared_statements must be one of true, false, not "no"\.$/,
    ],
    [
      'systemd credential while its unit is stopped',
      { DATABASE_URL_FILE: '/run/credentials/none.service/database-url' },
      /^DATABASE_URL_FILE points to \/run\/credentials\/none\.service\/database-url, which exists only while the service runs/,
    ],
    [
      'DATABASE_URL with an unknown uselibpqcompat',
      { DATABASE_URL: 'postgres://user:secret@h/db?uselibpqcompat=1' },
      /^In DATABASE_URL, uselibpqcompat must be one of true, false, not "1"\.$/,
    ],
    [
      'DATABASE_READ_URL beside SQLite',
      { DATABASE_READ_URL: 'postgres://user:secret@standby/db' },
      /^DATABASE_READ_URL requires PostgreSQL\. Set it and DATABASE_URL to postgres:\/\/…, or/,
    ],
    [
      'DATABASE_READ_URL of SQLite',
      { DATABASE_URL: 'postgres://user:secret@h/db', DATABASE_READ_URL: 'sqlite:///secret' },
      /^DATABASE_READ_URL requires PostgreSQL/,
    ],
    [
      'DATABASE_READ_URL with an unknown sslmode',
      { DATABASE_URL: 'postgres://u:secret@h/d', DATABASE_READ_URL: 'postgres://u:secret@r/d?sslmode=tls' },
      /^In DATABASE_READ_URL, sslmode must be one of disable, .*verify-full.*, not "tls"/,
    ],
    [
      'DATABASE_READ_URL with several servers',
      { DATABASE_URL: 'postgres://u:secret@h/d', DATABASE_READ_URL: 'postgres://u:secret@r,s/d' },
      /^DATABASE_READ_URL must name one server, without target_session_attrs\.$/,
    ],
    ['DATABASE_URL with a fragment', { DATABASE_URL: 'postgres://u:12#secret@h/db' }, /%23/],
    ['HOST', { HOST: 'http://127.0.0.1' }, /^HOST must be an address .*, not "http:\/\/127\.0\.0\.1"\.$/],
    ['LINKWRIGHT_DATA', { LINKWRIGHT_DATA: 'postgres://user:secret@host/db' }, /^LINKWRIGHT_DATA must be/],
    ['LINK_ORIGIN without scheme', { LINK_ORIGIN: 'links.example.com' }, /^LINK_ORIGIN must be an origin/],
    ['LINK_ORIGIN with path', { LINK_ORIGIN: 'https://example.com/links' }, /^LINK_ORIGIN must be an origin/],
    ['LINK_ORIGIN without encryption', { LINK_ORIGIN: 'http://links.example.com' }, /must begin with https:/],
    [
      'HOST for everyone',
      { HOST: '0.0.0.0', LINK_ORIGIN: 'https://l.example' },
      /TLS_CERT and TLS_KEY, or BEHIND_PROXY=1/,
    ],
    ['BEHIND_PROXY without LINK_ORIGIN', { BEHIND_PROXY: '1' }, /^LINK_ORIGIN is missing\. Set it/],
    ['TLS_CERT alone', { TLS_CERT: '/cert.pem' }, /^Set both TLS_CERT and TLS_KEY/],
    [
      'TLS_CERT that is missing',
      { TLS_CERT: '/none.pem', TLS_KEY: '/none.pem' },
      /^TLS_CERT points to \/none\.pem.*ENOENT/,
    ],
    [
      'missing file',
      { DATABASE_URL_FILE: '/none' },
      /^DATABASE_URL_FILE points to \/none, which cannot be read/,
    ],
    [
      'combination of a variable and its file',
      { PORT: '1', PORT_FILE: '/x' },
      /^Set either PORT or PORT_FILE/,
    ],
  ]
  it.each(wrongSettings)(
    'the settings reject a wrong %s with one line that explains what to do',
    (_name, variables, message) => {
      expect(() => readSettings(variables)).toThrow(expect.objectContaining({ name: 'WrongSetting' }))
      expect(() => readSettings(variables)).toThrow(message)
      expect(() => readSettings(variables)).not.toThrow(/secret|\n/)
    },
  )

  it('the settings report unknown variables that resemble ours', () => {
    const variables = { LINKWRIGHT_DATA: 'x', LINKWRIGHT_DATA_FILE: '', LINKWRIGHT_FOLDER: 'x', FOLDER: 'x' }
    expect(unknownSettings(variables)).toEqual(['LINKWRIGHT_FOLDER'])
  })

  it('the settings report variables that differ from a setting by a typo', () => {
    const misspelled = ['DATABASE_URI', 'DATABSE_URL', 'DATABASE_ULR_FILE', 'BEHIND_PROXI']
    const others = [
      'DATABASE_NAME',
      'DATABASE',
      'POST',
      'HOSTS',
      'LOG_LEVEL',
      'DATABASE_URL',
      'TLS_CERT_FILE',
    ]
    const variables = Object.fromEntries([...misspelled, ...others].map((name) => [name, 'x']))
    expect(unknownSettings(variables)).toEqual(misspelled)
  })

  it('the settings refuse an empty file', () => {
    expect(() => readSettings({ PORT_FILE: file('empty', ' \n') })).toThrow(/which is empty/)
  })
})

describe('the database', () => {
  it.each([
    ['sqlite:///var/lib/a%20b.sqlite', 'sqlite:///var/lib/a%20b.sqlite'],
    ['postgres://user:secret@host:5432/name?password=secret', 'postgres://user@host:5432/name'],
    ['postgres://user:s%40cret@host/name', 'postgres://user@host/name'],
    ['postgresql://host/name', 'postgres://host/name'],
    [
      'postgres://user:se,cret@a:5432,b/name?target_session_attrs=read-write',
      'postgres://user@a:5432,b/name',
    ],
  ])('the database is shown without a password: %s', (url, expected) => {
    expect(formatDatabase(readDatabaseUrl('DATABASE_URL', url))).toBe(expected)
  })
})

describe('the data folder', () => {
  it('the data folder is where each system puts data, unless LINKWRIGHT_DATA says otherwise', () => {
    const home = homedir()
    expect(findDataFolder({ XDG_DATA_HOME: '/xdg' }, 'linux')).toBe('/xdg/linkwright/service')
    expect(findDataFolder({}, 'linux')).toBe(join(home, '.local/share/linkwright/service'))
    expect(findDataFolder({}, 'darwin')).toBe(join(home, 'Library/Application Support/Linkwright/service'))
    expect(findDataFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'Linkwright/service'))
    expect(findDataFolder({ LINKWRIGHT_DATA: '/data' }, 'win32')).toBe('/data')
  })
})

describe('settings that are read again while the service runs', () => {
  const withFolder = (variables: Record<string, string>) => ({ LINKWRIGHT_DATA: folder, ...variables })
  const reload = (before: Record<string, string>, after: Record<string, string>) =>
    reloadSettings(withFolder(after), readSettings(withFolder(before)))
  const links = { LINK_ORIGIN: 'https://links.example.com', BEHIND_PROXY: '1' }
  const url = (text: string) => ({ DATABASE_URL: `postgres://${text}` })

  it('settings that are reloaded while the service runs may change links, limits, workers and the connection to the database', () => {
    expect(reload({}, { ...links, RATE_LIMIT: '7' })).toMatchObject({ rateLimit: 7, behindProxy: true })
    expect(
      reload(url('a:old@h:5432/x'), { ...url('b:new@h:5432/x?sslmode=require'), WORKERS: '3' }),
    ).toMatchObject({
      workers: 3,
      database: { url: 'postgres://b:new@h:5432/x?sslmode=require' },
    })
  })

  it.each([
    ['HOST or PORT', {}, { PORT: '4681' }],
    ['HOST or PORT', links, { ...links, HOST: '::' }],
    ['DATABASE_URL', {}, { DATABASE_URL: 'sqlite:///other.sqlite' }],
    ['DATABASE_URL', url('u@h1/x'), url('u@h2/x')],
    ['DATABASE_URL', url('u@h1,h2/x'), url('u@h1/x')],
    ['DATABASE_URL', url('u@h/x'), url('u@h/y')],
  ])('settings that change %s need a restart: %j to %j', (name, before, after) => {
    expect(() => reload(before, after)).toThrow(new RegExp(`^${name}.* requires a restart`))
    expect(() => reload(before, before)).not.toThrow()
  })

  it('settings that turn TLS on or off need a restart', () => {
    const settings = readSettings(withFolder({}))
    const tls = { cert: '', key: '' }
    expect(() => reloadSettings(withFolder({}), { ...settings, tls })).toThrow('requires a restart')
  })
})
