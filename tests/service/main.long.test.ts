import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runAdmin } from '../../service/admin/run.ts'
import { settingNames } from '../../service/settings/names.ts'
import { version } from '../../service/version.ts'
import { makeCertificate, opensslMissing } from './http/certificate.ts'
import { beginCreate } from './reliability/begunCreate.ts'
import { mountSmallDisk, smallDiskMissing } from './reliability/disk.ts'
import { startProcess } from './reliability/serviceProcess.ts'
import { createClient } from './testService.ts'
import { bareEnv } from '../bareEnv.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'service/main.ts')

describe('npm run service', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'linkwright-main-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs the service as a process that is killed after the test, however that ends. */
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

  it('the service serves, logs each request, finishes running requests at SIGTERM and exits with 0', async () => {
    const key = await createProject()
    const service = await start()
    const path = await createClient(service.origin, key).create({ title: 'Hi' })
    const line = await service.logged(({ route }) => route === '/api/v1/sdk/generate_link')
    expect(line).toMatchObject({ level: 'info', method: 'POST', status: 200 })
    expect(JSON.stringify(line)).not.toContain(key)

    const slowCreate = await beginCreate(service.origin, key)
    const exit = service.stop()
    // Once the port is closed, the signal has arrived. Requests that began earlier may still complete.
    await expectRefused(service.origin)
    expect(await slowCreate.end()).toBe(200)
    expect(await exit).toBe(0)

    const second = await start()
    expect((await createClient(second.origin, key).visit(path)).status).toBe(200)
    expect(await second.stop()).toBe(0)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'the service finishes running requests, however often it receives a signal to end: a further %s',
    async (secondSignal) => {
      const service = await start()
      const slowCreate = await beginCreate(service.origin, await createProject())
      const exit = service.stop()
      await expectRefused(service.origin)
      for (let count = 0; count < 3; count++) service.signal(secondSignal)
      expect(await slowCreate.end()).toBe(200)
      expect(await exit).toBe(0)
    },
  )

  it('the service listens on this computer for a name below localhost, without a resolver', async () => {
    const service = await startProcess({ LINKWRIGHT_DATA: folder, HOST: 'links.localhost' })
    onTestFinished(() => service.kill())
    expect(new URL(service.origin).hostname).toMatch(/^(127\.0\.0\.1|\[::1\])$/)
    expect(await service.stop()).toBe(0)
  })

  it('running requests finish when every process in between is stopped twice', async () => {
    const key = await createProject()
    const npm = spawn('npm', ['run', '-s', 'service'], {
      cwd: root,
      env: { ...process.env, LINKWRIGHT_DATA: folder, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const group = -(npm.pid ?? 0)
    onTestFinished(() => endGroup(group))
    const origin = await announcedOrigin(npm.stdout)
    const slowCreate = await beginCreate(origin, key)
    process.kill(group, 'SIGTERM')
    await expectRefused(origin)
    process.kill(group, 'SIGTERM')
    expect(await slowCreate.end()).toBe(200)
  })

  it.skipIf(scriptMissing()).each([
    ['its echo has no effect', '\x03\x03', 0],
    ['a second one does not wait', '\x03', 130],
  ])('Ctrl-C at a terminal ends the service in order: %s', async (_name, keys, status) => {
    // Without a shell in between, whose exit status after an interrupt would be returned.
    const command = `exec ${process.execPath} ${entry}`
    const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...process.env, LINKWRIGHT_DATA: folder, PORT: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void terminal.kill('SIGKILL'))
    const origin = await announcedOrigin(terminal.stdout)
    const slowCreate = await beginCreate(origin, await createProject())
    const exit = once(terminal, 'exit')
    terminal.stdin.write(keys)
    await expectRefused(origin)
    if (status === 0) {
      expect(await slowCreate.end()).toBe(200)
    } else {
      await pause(1_100) // longer than an echo takes
      const cutEarly = slowCreate.cut()
      terminal.stdin.write('\x03')
      await cutEarly
    }
    expect(await exit).toEqual([status, null])
  })

  it('npm run service warns about an ignored variable that resembles its own', async () => {
    const service = await startProcess({ LINKWRIGHT_DATA: folder, LINKWRIGHT_FOLDER: 'secret' })
    onTestFinished(() => service.kill())
    const line = await service.logged(({ event }) => event === 'setting_unknown')
    expect(line).toMatchObject({ level: 'info', name: 'LINKWRIGHT_FOLDER' })
    expect(JSON.stringify(line)).not.toContain('secret')
  })

  it('npm run service names its addresses and its database when it starts', async () => {
    const { origin, announcement } = await start()
    expect(announcement).toBe(
      `Linkwright service ${version}: API at ${origin}/api/v1/sdk, links under ${origin}/, ` +
        `database ${pathToFileURL(join(folder, 'links.sqlite')).href.replace('file:', 'sqlite:')}`,
    )
  })

  it('npm run service ends with the npm that started it, even if a shell in between swallows the signal', async () => {
    const env = { ...process.env, LINKWRIGHT_DATA: folder, PORT: '0' }
    const npm = spawn('npm', ['run', '-s', 'service'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const origin = await announcedOrigin(npm.stdout)
    npm.kill('SIGTERM')
    await expectRefused(origin)
  })

  const run = (variables: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [entry, ...args], {
      env: { ...bareEnv, LINKWRIGHT_DATA: folder, ...variables },
      encoding: 'utf8',
    })

  it('npm run service prints its help with every documented setting, and its version', () => {
    const help = run({}, '--help')
    expect([help.status, help.stderr, run({}, '-h').stdout]).toEqual([0, '', help.stdout])
    const document = readFileSync(join(root, 'docs/operating/settings.md'), 'utf8')
    for (const name of Object.keys(settingNames)) {
      expect(help.stdout).toContain(`  ${name} `)
      expect(document).toContain(`\`${name}\``)
    }
    expect(help.stdout).toContain('docs/operating.md')
    expect(run({}, '--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  describe('an older Node is refused in one line, exit 2:', () => {
    const oldNode = `data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
    )}`
    const sentence =
      /^Linkwright’s service needs Node 24\.15 or later, and this is v[\d.]+\. .*npm install --prefix .*\n$/
    const starts = ['service/start.js', 'service/admin/start.js']
    /** With a time limit, since a service that starts although it must not would run forever. */
    const runWith = (node: string, ...args: string[]) =>
      spawnSync(node, args, {
        env: { ...bareEnv, LINKWRIGHT_DATA: folder, PORT: '0' },
        encoding: 'utf8',
        timeout: 60_000,
      })

    it.each(starts)('an older Node is refused in one line with exit code 2: %s', (start) => {
      const { status, stdout, stderr } = runWith(process.execPath, '--import', oldNode, join(root, start))
      expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)])
    })

    it.skipIf(olderNode() === null).each(starts)(
      'an older Node is refused in one line with exit code 2: %s, with this computer’s npm',
      (start) => {
        const { status, stderr } = runWith(olderNode() ?? '', join(root, start))
        expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)])
      },
    )

    it('an older Node is refused in one line with exit code 2: as npm starts both', () => {
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
      expect([scripts.service.split(' ').at(-1), scripts['service:admin'].split(' ').at(-1)]).toEqual(starts)
    })
  })

  it.each([[['--port', '8080']], [['PORT=8080']], [['start']], [['--version', 'x']], [['']]])(
    'any other argument gets one readable message and exit code 2: %j',
    (args) => {
      const { status, stderr, stdout } = run({ PORT: '0' }, ...args)
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr.trim().split('\n')).toEqual([
        expect.stringContaining('The only arguments of the service are --help'),
      ])
    },
  )

  it('npm run service quotes no password passed as an argument', () => {
    expect(run({}, 'DATABASE_URL=postgres://user:secret@host/db').stderr).not.toContain('secret')
  })

  it.each([
    ['PORT', { PORT: 'abc' }],
    ['HOST', { HOST: '0.0.0.0', LINK_ORIGIN: 'https://links.example.com' }],
    ['an impossible folder', { LINKWRIGHT_DATA: '/dev/null/x' }],
    ['a database of another program', { DATABASE_URL: `sqlite://${entry}` }],
    ['TLS_KEY', { TLS_CERT: entry, TLS_KEY: '/none' }],
  ])('a wrong setting gets one readable message and exit code 2: %s', (_name, variables) => {
    const { status, stderr, stdout } = run(variables)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/ {4}at /)
  })

  // A supervisor exits with 2 for a wrong setting, which a restart doesn't fix.
  describe('a temporary problem is one readable message, exit 1:', () => {
    const readRefusal = (variables: Record<string, string>) => {
      const { status, stdout, stderr } = run(variables)
      expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
      expect(stderr).not.toMatch(/ {4}at /)
      return stderr
    }

    it.skipIf(smallDiskMissing() !== null)('a full disk gets one readable message and exit code 1', () => {
      const disk = mountSmallDisk(1)
      onTestFinished(disk.remove)
      disk.fill()
      expect(readRefusal({ LINKWRIGHT_DATA: disk.folder, PORT: '0' })).toContain('cannot be opened')
    })

    it.skipIf(opensslMissing())(
      'a certificate with another certificate’s key gets one readable message and exit code 1',
      () => {
        const [oldCertificate, newCertificate] = [makeCertificate(folder), makeCertificate(folder)]
        expect(
          readRefusal({ TLS_CERT: newCertificate.cert, TLS_KEY: oldCertificate.key, PORT: '0' }),
        ).toContain('TLS_KEY is not the key of the certificate in TLS_CERT')
        const partialText = readFileSync(newCertificate.cert, 'utf8').slice(0, 200)
        for (const text of ['', partialText]) {
          writeFileSync(newCertificate.cert, text)
          expect(
            readRefusal({ TLS_CERT: newCertificate.cert, TLS_KEY: newCertificate.key, PORT: '0' }),
          ).toMatch(/^TLS_CERT /)
        }
      },
    )

    it('a taken port gets one readable message and exit code 1', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      expect(readRefusal({ PORT: String(port) })).toContain(
        `cannot listen on 127.0.0.1:${port} (EADDRINUSE): another program is using it.`,
      )
      const nowhere = 'postgres://user@127.0.0.1:1/name'
      expect(readRefusal({ PORT: String(port), WORKERS: '2', DATABASE_URL: nowhere })).toContain(
        `cannot listen on 127.0.0.1:${port} (EADDRINUSE): another program is using it.`,
      )
    })

    const proxied = { LINK_ORIGIN: 'https://l.example', BEHIND_PROXY: '1' }
    it('a HOST of another machine gets one readable message and exit code 1', () => {
      const result = readRefusal({ ...proxied, HOST: '203.0.113.1', PORT: '4680' })
      expect(result).toContain(
        'cannot listen on 203.0.113.1:4680 (EADDRNOTAVAIL): HOST is not an address of this computer.',
      )
    })

    it('a HOST that does not resolve gets one readable message and exit code 1', () => {
      expect(readRefusal({ ...proxied, HOST: 'missing.invalid' })).toContain(
        'The name missing.invalid in HOST cannot',
      )
    })
  })
})

interface Manifest {
  scripts: Record<'service' | 'service:admin', string>
}

/** A Node of the system that is too old; `null` if there is none. */
function olderNode(): string | null {
  const nodePath = '/usr/bin/node'
  const { stdout } = spawnSync(nodePath, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout)?.[1] ?? Infinity) < 24 ? nodePath : null
}

function endGroup(group: number): void {
  try {
    process.kill(group, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

/** `script` (util-linux) runs a program in its own terminal. */
function scriptMissing(): boolean {
  return process.platform !== 'linux' || spawnSync('script', ['--version']).status !== 0
}

/** Returns the origin in the first line that contains one. A line may arrive in pieces. */
async function announcedOrigin(output: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface({ input: output }).on('line', (line) => {
    const origin = /API at (http:\S+)\/api/.exec(line)?.[1]
    if (origin !== undefined) resolve(origin)
  })
  return await promise
}

/** Resolves when the port no longer has a listener. */
async function expectRefused(origin: string): Promise<void> {
  const sendRequest = () => fetch(`${origin}/health`, { headers: { Connection: 'close' } })
  await vi.waitFor(() => expect(sendRequest()).rejects.toThrow('fetch failed'), { timeout: 60_000 })
}
