import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands } from '../../../service/admin/commands.ts'
import { formatUsage } from '../../../service/admin/help.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { version } from '../../../service/version.ts'
import { bareEnv } from '../../bareEnv.ts'
import { createClient, startTestService } from '../testService.ts'
import { runAdminProcess, runAdminInProcess } from './admin.ts'

describe('npm run service:admin, without a service', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'linkwright-admin-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => runAdminProcess({ LINKWRIGHT_DATA: folder }, ...args)
  const runInProcess = (...args: string[]) => runAdminInProcess({ LINKWRIGHT_DATA: folder }, ...args)

  it('npm run service:admin creates the first project before the service has ever run', async () => {
    const result = run('project', 'create', 'First')
    expect(result.error).toContain(`Created a new database, sqlite://${join(folder, 'links.sqlite')}.`)
    expect((await runInProcess('project', 'create', 'Second')).error).toBe('')
    const key = String(result.lines[0]?.['key'])
    const store = openSqliteStore(join(folder, 'links.sqlite'))
    const service = await startTestService({ store })
    expect((await createClient(service.origin, key).post({})).status).toBe(200)
    await service.stop()
  })

  it.skipIf(process.platform === 'win32')(
    'npm run service:admin has a short name that reads the system service’s settings if it has any',
    () => {
      const script = (name: string, text: string) =>
        writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
      const call = (...args: string[]) =>
        execFileSync('sh', [join(import.meta.dirname, '../../../service/deploy/linkwright'), ...args], {
          encoding: 'utf8',
          env: { ...bareEnv, PATH: `${folder}:${process.env['PATH']}`, LINKWRIGHT_DATA: folder },
        })
      script('systemctl', 'exit 1')
      expect(JSON.parse(call('project', 'create', 'By name'))).toMatchObject({ name: 'By name' })
      const unit = (environment: string, files = '', dropIn = '') =>
        script(
          'systemctl',
          `case "$*" in *=Environment\\ *) echo '${environment}' ;; *User*) echo shop ;; *Files*) echo '${files}' ;; cat*) echo '${dropIn}' ;; esac`,
        )
      unit('LINKWRIGHT_DATA=/var/lib/shop LINK_ORIGIN=https://shop.example')
      script('runuser', 'echo "$LINKWRIGHT_DATA $LINK_ORIGIN $*"')
      expect(call('project', 'list').trim()).toBe(
        '/var/lib/shop https://shop.example --user shop -- /usr/bin/node --use-system-ca /opt/linkwright/service/admin/start.js project list',
      )
      unit(
        'DATABASE_URL_FILE=/run/credentials/linkwright.service/url',
        '/etc/first (ignore_errors=yes)\n/etc/second file (ignore_errors=no)',
        '[Service]\nLoadCredential=url:/etc/url',
      )
      script('systemd-run', 'printf "%s\\n" "$DATABASE_URL_FILE" "$@"')
      const [credentialFile = '', ...words] = call('link', 'show', 'a b').split('\n')
      const [, tool = ''] =
        /^\/run\/credentials\/(linkwright-tool-\d+)\.service\/url$/.exec(credentialFile) ?? []
      expect(words).toContain(`--unit=${tool}`)
      expect(words).toContain('--uid=shop')
      const expected = [
        ...['--property=EnvironmentFile=-/etc/first', '--property=EnvironmentFile=/etc/second file'],
        ...['--property=LoadCredential=url:/etc/url', '--setenv=DATABASE_URL_FILE', '--', '/usr/bin/node'],
        ...['--use-system-ca', '/opt/linkwright/service/admin/start.js', 'link', 'show', 'a b', ''],
      ]
      expect(words.slice(-expected.length)).toEqual(expected)
    },
  )

  it('npm run service:admin creates no database for a command that only reads one', async () => {
    const { status, error } = await runInProcess('project', 'list')
    expect([status, error.trim().split('\n').length]).toEqual([2, 1])
    expect(error).toContain('There is no database at sqlite://')
    expect(existsSync(join(folder, 'links.sqlite'))).toBe(false)
  })

  it('npm run service:admin names the database that does not answer, without its password', async () => {
    const variables = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shop' }
    for (const args of [
      ['project', 'list'],
      ['copy', '--from', 'postgres://user:secret@127.0.0.1:1/old'],
    ]) {
      const { status, error } = await runAdminInProcess(variables, ...args)
      expect([status, error.trim().split('\n').length]).toEqual([1, 1])
      expect(error).toMatch(/^The database postgres:\/\/user@127.0.0.1:1\/(shop|old) is unavailable \(/)
      expect(error).not.toContain('secret')
    }
  })

  it('npm run service:admin reports an unreadable database as such, not as missing', async () => {
    // Root can read any file, so only a loop of symbolic links is unreadable for every user.
    symlinkSync('links.sqlite', join(folder, 'links.sqlite'))
    expect(await runInProcess('project', 'list')).toMatchObject({
      status: 2,
      error: expect.stringContaining('cannot be read and written (ELOOP)') as string,
    })
  })

  it.each([
    [['project'], 'a word is missing. "linkwright help" lists all commands.'],
    [['key', 'lwk_secret'], 'unknown command. "linkwright help" lists all commands.'],
    [['key', 'postgres://user:<secret>@host/db'], 'unknown command.'],
    [['lwk_secret: x'], 'unknown command.'],
    [['project', 'list', "--a' secret"], 'unknown option.'],
    [['lwk_secret'], 'unknown command. "linkwright help" lists all commands.'],
    [
      ['key', 'rotate', 'p', '--grace', '-1h'],
      '--grace must be a time such as 90s, 30m, 24h or 7d, not "-1h".',
    ],
    [['key', 'rotate', 'p', '--grace'], "option '--grace <TIME>' argument missing."],
    [['copy', '--from', '--to', 'x'], '--from needs a value.'],
    [['app', 'remove', 'p', '--ios', 'A.a', '--ios', 'B.b'], '--ios can be given only once.'],
    [
      ['app', 'set', 'p', '--environment', 'production', '--environment', 'development'],
      '--environment can be given only once.',
    ],
    [['backup', 'folder', '--keep', '3', '--keep', '4'], '--keep can be given only once.'],
    [['key', 'revoke', 'p', '--old=lwk_secret'], 'unknown option.'],
    [['project', 'list', '--all'], "unknown option '--all'."],
    [['project', 'list', '--lwk_secret'], 'unknown option.'],
    [['key', 'rotate', 'p', '--grace', 'lwk_secret'], '--grace must be a time such as 90s, 30m, 24h or 7d.'],
    [['copy', '--to', 'postgres://user:secret@host/db'], "required option '--from <URL>' not specified."],
    [['project', 'list', 'lwk_secret'], "too many arguments for 'list'."],
    [['project', 'create'], "missing required argument 'NAME'."],
    [
      ['project', 'link-origin', 'p', 'go.example.com'],
      'ORIGIN must be an origin such as https://links.example.com, not "go.example.com".',
    ],
    [['project', 'link-origin', 'p', 'https://go.example.com/a'], 'ORIGIN must be an origin'],
    [['project', 'link-origin', 'p', 'http://go.example.com'], 'ORIGIN must begin with https://'],
    [
      ['project', 'link-origin', 'p', 'lwk_secret'],
      'ORIGIN must be an origin such as https://links.example.com.',
    ],
    [['project', 'limit', 'p'], 'Nothing to set. Use --rate, --links-per-day or --changes-per-day.'],
    [
      ['project', 'limit', 'p', '--rate', '0/s'],
      '--rate must be a rate such as 600/min or 20/s, or "default", not "0/s".',
    ],
    [['project', 'limit', 'p', '--rate', '60/h'], '--rate must be a rate'],
    [
      ['project', 'limit', 'p', '--rate', 'lwk_secret'],
      '--rate must be a rate such as 600/min or 20/s, or "default".',
    ],
    [
      ['project', 'limit', 'p', '--links-per-day', '1.5'],
      '--links-per-day must be a number of links, or "none"',
    ],
    [['project', 'create', 'Web', 'shop'], "too many arguments for 'create'. Expected 1 argument but got 2."],
  ])('npm run service:admin explains what is wrong with %j', async (args, sentence) => {
    const { status, error } = await runInProcess(...args)
    expect(status).toBe(2)
    expect(error).toContain(sentence)
    expect(error).not.toContain('secret')
  })

  it('npm run service:admin prints its version', () => {
    expect(run('--version')).toMatchObject({ status: 0, text: `${version}\n`, error: '' })
  })

  it('npm run service:admin explains every command without a database', async () => {
    const overview = await runInProcess('help')
    expect(overview.status).toBe(0)
    for (const row of commands) {
      expect(overview.text).toContain(formatUsage(row))
      const help = await runInProcess(...row.name.split(' '), '--help')
      expect(help.status).toBe(0)
      const text = help.text.replaceAll(/\s+/g, ' ')
      expect(text).toContain(`Usage: linkwright ${row.name} `)
      expect(text).toContain([row.summary, ...row.details].join(' '))
      for (const { flags, description } of row.options ?? []) {
        expect(text).toContain(flags)
        expect(text).toContain(description)
      }
    }
  })

  it.each(
    [
      [],
      ['projects'],
      ['project'],
      ['project', 'create'],
      ['project', 'create', 'a', 'b'],
      ['project', 'list', '--all'],
      ['key', 'rotate', 'p', '--grace', 'soon'],
      ['backup'],
    ].map((args) => [args]),
  )('npm run service:admin explains a wrong command in one line with exit code 2: %j', async (args) => {
    const { status, error, text } = await runInProcess(...args)
    expect([status, text, error.trim().split('\n').length]).toEqual([2, '', 1])
  })

  it('npm run service:admin explains a wrong command in one line even in its own process', () => {
    const { status, error, text } = run('project', 'create', 'a', 'b')
    expect([status, text, error.trim().split('\n').length]).toEqual([2, '', 1])
  })

  it('npm run service:admin quotes no password and no key of a wrong command', async () => {
    const url = 'postgres://user:secret@host/db'
    for (const args of [['copi', '--from', url], [url], ['copy', url], ['copy', `--fron=${url}`]]) {
      const { status, error } = await runInProcess(...args)
      expect(status).toBe(2)
      expect(error).not.toContain('secret')
    }
    await runInProcess('project', 'create', 'Acme')
    expect(await runInProcess('key', 'rotate', 'lwk_secret')).toMatchObject({
      status: 1,
      error: expect.not.stringContaining('secret') as string,
    })
    expect((await runInProcess('project', 'creat', 'Acme')).error).toContain("unknown command 'creat'")
  })
})
