import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runAdmin } from '../../service/admin/run.ts'
import { settingNames } from '../../service/settings/names.ts'
import { version } from '../../service/version.ts'
import { startProcess } from './reliability/serviceProcess.ts'
import { clientOf } from './running.ts'
import { bareEnv } from '../bareEnv.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'service/main.ts')

describe('npm run service', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'linkwright-main-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  /** The service as a process that is gone after the test, however that ends. */
  const start = async () => {
    const service = await startProcess({ LINKWRIGHT_DATA: folder })
    onTestFinished(() => service.kill())
    return service
  }
  const createProject = async () => {
    let key = ''
    const print = (line: string) => void (key = (JSON.parse(line) as { key: string }).key)
    await runAdmin(
      ['project', 'create', 'Test'],
      { LINKWRIGHT_DATA: folder },
      { print, note: () => undefined },
    )
    return key
  }

  it('serves, logs each request, finishes what runs at SIGTERM and exits 0', async () => {
    const key = await createProject()
    const service = await start()
    const path = await clientOf(service.origin, key).create({ title: 'Hi' })
    const line = await service.logged(({ route }) => route === '/api/v1/sdk/generate_link')
    expect(line).toMatchObject({ level: 'info', method: 'POST', status: 200 })
    expect(JSON.stringify(line)).not.toContain(key)

    const headers = { 'PROJECT-KEY': key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' }
    const slow = request(`${service.origin}/api/v1/sdk/generate_link`, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': 2, Expect: '100-continue' },
    })
    slow.flushHeaders()
    await once(slow, 'continue')
    const exit = service.stop()
    // Once the port is closed, the signal has arrived; what was begun before may still end.
    await refused(service.origin)
    slow.end('{}')
    const [answer] = (await once(slow, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    answer.resume()
    expect(await exit).toBe(0)

    const again = await start()
    expect((await clientOf(again.origin, key).visit(path)).status).toBe(200)
    expect(await again.stop()).toBe(0)
  })

  it('names its addresses and its database when it starts', async () => {
    const { origin, announcement } = await start()
    expect(announcement).toBe(
      `Linkwright service ${version}: API at ${origin}/api/v1/sdk, links under ${origin}/, ` +
        `database ${pathToFileURL(join(folder, 'links.sqlite')).href.replace('file:', 'sqlite:')}`,
    )
  })

  it('ends with the npm that has started it, which a shell between would keep from it', async () => {
    const env = { ...process.env, LINKWRIGHT_DATA: folder, PORT: '0' }
    const npm = spawn('npm', ['run', '-s', 'service'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(npm.stdout.setEncoding('utf8'), 'data')) as [string]
    npm.kill('SIGTERM')
    await refused(/API at (http:\S+)\/api/.exec(line)?.[1] ?? '')
  })

  const run = (variables: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [entry, ...args], {
      env: { ...bareEnv, LINKWRIGHT_DATA: folder, ...variables },
      encoding: 'utf8',
    })

  it('says what it is, what can be set and where that is explained, and its version', () => {
    const help = run({}, '--help')
    expect([help.status, help.stderr, run({}, '-h').stdout]).toEqual([0, '', help.stdout])
    const document = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    for (const name of Object.keys(settingNames)) {
      expect(help.stdout).toContain(`  ${name} `)
      expect(document).toContain(`\`${name}\``)
    }
    expect(help.stdout).toContain('docs/operating.md')
    expect(run({}, '--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([[['--port', '8080']], [['PORT=8080']], [['start']], [['--version', 'x']], [['']]])(
    'any other argument is one readable message and exit 2: %j',
    (args) => {
      const { status, stderr, stdout } = run({ PORT: '0' }, ...args)
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('no argument but --help')])
    },
  )

  it('quotes no password that was given as an argument', () => {
    expect(run({}, 'DATABASE_URL=postgres://user:secret@host/db').stderr).not.toContain('secret')
  })

  it.each([
    ['PORT', { PORT: 'abc' }],
    ['HOST', { HOST: '0.0.0.0', LINK_ORIGIN: 'https://links.example.com' }],
    ['a folder that cannot be', { LINKWRIGHT_DATA: '/dev/null/x' }],
    ['a database of another program', { DATABASE_URL: `sqlite://${entry}` }],
  ])('a wrong setting is one readable message and exit 2: %s', (_name, variables) => {
    const { status, stderr, stdout } = run(variables)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/ {4}at /)
  })

  describe('where it cannot listen, it names the place and the reason in one line, exit 2:', () => {
    const refusal = (variables: Record<string, string>) => {
      const { status, stdout, stderr } = run(variables)
      expect([status, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
      return stderr
    }

    it('a port that is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      expect(refusal({ PORT: String(port) })).toContain(
        `cannot listen on 127.0.0.1:${port}: another program listens there.`,
      )
      const nowhere = 'postgres://user@127.0.0.1:1/name'
      expect(refusal({ PORT: String(port), WORKERS: '2', DATABASE_URL: nowhere })).toContain(
        `cannot listen on 127.0.0.1:${port}: another program listens there.`,
      )
    })

    const open = { LINK_ORIGIN: 'https://l.example', BEHIND_PROXY: '1' }
    it('a HOST that is not ours', () => {
      const refused = refusal({ ...open, HOST: '203.0.113.1', PORT: '4680' })
      expect(refused).toContain('cannot listen on 203.0.113.1:4680: HOST is no address of this computer.')
    })

    it('a HOST that is nobody’s name', () => {
      expect(refusal({ ...open, HOST: 'nobody.invalid' })).toContain(
        'HOST is nobody.invalid, a name that cannot',
      )
    })
  })
})

/** Resolves when nobody listens any more. */
async function refused(origin: string): Promise<void> {
  const asking = () => fetch(`${origin}/health`, { headers: { Connection: 'close' } })
  await vi.waitFor(() => expect(asking()).rejects.toThrow('fetch failed'), { timeout: 10_000 })
}
