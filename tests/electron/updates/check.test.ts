import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createProxy } from 'node:http'
import type { Server as Proxy } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import { connect as connectPlain } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater'
import type { AppUpdater } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLongWork } from '../../../core/longWork.ts'
import type { LongWork, Progress } from '../../../core/longWork.ts'
import { openTlsSocket } from '../../../core/network/connector.ts'
import { createNetwork } from '../../../core/network/network.ts'
import type { SettingsFile } from '../../../core/settings/settings.ts'
import { createUpdateCheck } from '../../../electron/updates/check.ts'
import type { Question } from '../../../electron/updates/check.ts'
import { createExitInstaller, createSquirrelInstaller } from '../../../electron/updates/installer.ts'
import type { Installer } from '../../../electron/updates/installer.ts'
import { makeCertificate } from '../../core/harness/certificate.ts'

const oldImage = '#!/bin/sh\nexit 0 # 0.1.0\n'
/** A file that the server never sends. */
const silence = 'silence'
const feedHost = 'downloads.example.com'
const authority = makeCertificate({ name: 'Company Root', authority: true })
const limits = { connectSeconds: 10, idleSeconds: 30, totalSeconds: 60 }
const newImage = '#!/bin/sh\nexit 0 # 0.2.0\n'

let folder: string
let image: string
let feed: Server
let proxy: Proxy
/** Servers that the proxy was asked for. */
let proxiedServers: string[]
/** Authorities that the user has added, as PEM. */
let authorities: string | null
let requestedPaths: string[]
let sentHeaderValues: string[]
let files: Map<string, string>
let questions: Question[]
let agrees: (question: Question) => boolean
let installAtEnd: (() => void) | null
let failureCount: number
let staged: PromiseWithResolvers<undefined> | null
let longWork: LongWork
let bugs: unknown[]
let shownProgress: Progress[]
let quit: (code: number) => void
let updater: AppImageUpdater
let createCheck: (stallMs?: number) => () => Promise<void>
let check: () => Promise<void>

const publish = (version: string, text: string) => {
  const sha512 = createHash('sha512').update(text).digest('base64')
  const size = 123_456_789
  const entry = `- url: Linkwright.AppImage\n    sha512: ${sha512}\n    size: ${size}`
  files.set(
    '/latest-linux.yml',
    `version: ${version}\nfiles:\n  ${entry}\npath: Linkwright.AppImage\nsha512: ${sha512}\n`,
  )
  files.set('/latest-linux-arm64.yml', files.get('/latest-linux.yml') ?? '')
  files.set('/Linkwright.AppImage', text)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-updates-'))
  image = join(folder, 'Linkwright.AppImage')
  requestedPaths = []
  sentHeaderValues = []
  questions = []
  bugs = []
  shownProgress = []
  files = new Map()
  agrees = ({ agree }) => agree !== null
  installAtEnd = null
  failureCount = 0
  staged = null
  longWork = createLongWork((progress) => shownProgress.push(progress), 0)
  await writeFile(image, oldImage)
  await chmod(image, 0o755)
  process.env['APPIMAGE'] = image
  const certificate = makeCertificate({ name: feedHost, hosts: [feedHost], signedBy: authority })
  authorities = authority.cert
  feed = createServer({ cert: certificate.cert, key: certificate.key }, ({ url = '', headers }, response) => {
    sentHeaderValues.push(...Object.values(headers).map(String))
    const { pathname } = new URL(url, 'http://feed')
    requestedPaths.push(pathname)
    const text = files.get(pathname)
    if (text === silence) return
    if (text === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Length': Buffer.byteLength(text) }).end(text)
  })
  await once(feed.listen(0, '127.0.0.1'), 'listening')
  const { port } = feed.address() as AddressInfo
  proxiedServers = []
  proxy = createProxy().on('connect', ({ url }, socket) => {
    proxiedServers.push(url ?? '')
    const server = connectPlain(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    server.on('error', () => socket.destroy())
    socket.on('error', () => server.destroy())
    server.pipe(socket).pipe(server)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const config = join(folder, 'app-update.yml')
  await writeFile(config, `provider: generic\nurl: https://${feedHost}/\nupdaterCacheDirName: cache\n`)
  const app: AppAdapter = {
    version: '0.1.0',
    name: 'Linkwright',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler) => (quit = handler),
  }
  quit = () => undefined
  updater = new AppImageUpdater(null, app)
  const { port: proxyPort } = proxy.address() as AddressInfo
  const settings = {
    get: () => ({
      network: { proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxyPort}`, noProxy: '', ...limits },
      authorities,
    }),
  } as unknown as SettingsFile
  const network = createNetwork({ settings, env: {} })
  const installer: Installer = {
    ...createExitInstaller(
      (install) => (installAtEnd = install),
      () => failureCount++,
    ),
    untilStaged: async () => await staged?.promise,
  }
  createCheck = (stallMs) =>
    createUpdateCheck({
      version: '0.1.0',
      load: () => Promise.resolve(updater),
      connect: (url) => openTlsSocket(url, network),
      installer,
      ask: (question) => Promise.resolve(questions.push(question) > 0 && agrees(question)),
      longWork,
      reportBug: (_call, error) => bugs.push(error),
      ...(stallMs !== undefined && { stallMs }),
    })
  check = createCheck()
})
afterEach(async () => {
  delete process.env['APPIMAGE']
  feed.close()
  proxy.close()
  await rm(folder, { recursive: true })
})

const messages = () => questions.map(({ message }) => message)
const installed = () => readFile(image, 'utf8')

describe.runIf(process.platform === 'linux')('an update', () => {
  test('an update is downloaded when the user agrees, and installed when they restart', async () => {
    publish('0.2.0', newImage)
    agrees = ({ agree }) => agree === 'Download'
    await check()
    expect(questions).toEqual([
      {
        message: 'Linkwright 0.2.0 is available',
        detail:
          'You have 0.1.0. The download is 123 MB. It is installed when you choose to restart Linkwright.',
        agree: 'Download',
      },
      {
        message: 'Linkwright 0.2.0 is ready',
        detail: 'Restart Linkwright to install it. To install it later, choose Check for Updates… again.',
        agree: 'Restart and Install',
      },
    ])
    expect(shownProgress.slice(-2)).toEqual([1, null])
    agrees = () => true
    await check()
    expect(messages().at(-1)).toBe('Linkwright 0.2.0 is ready')
    expect(await installed()).toBe(oldImage)
    installAtEnd?.()
    expect(await installed()).toBe(newImage)
    expect(failureCount).toBe(0)
  })

  test('an update is installed without a window, and the new version starts', () => {
    const installs: boolean[][] = []
    const installer = createExitInstaller(
      (install) => install(),
      () => failureCount++,
    )
    const install = (...options: boolean[]) => installs.push(options) > 0
    installer.installAndRestart({ install } as unknown as AppUpdater)
    expect(installs).toEqual([[true, true]])
    expect(failureCount).toBe(0)
  })

  test('an update that cannot be installed when the app ends is reported', async () => {
    publish('0.2.0', newImage)
    await check()
    await rm(image)
    installAtEnd?.()
    expect(failureCount).toBe(1)
  })

  test('the size of an update is that for this computer', async () => {
    publish('0.2.0', newImage)
    const name = process.arch === 'arm64' ? '/latest-linux-arm64.yml' : '/latest-linux.yml'
    const own = `- url: Linkwright-${process.arch}.AppImage\n    sha512: x\n    size: 45000000`
    files.set(name, (files.get(name) ?? '').replace('path:', `  ${own}\npath:`))
    agrees = () => false
    await check()
    expect(questions[0]?.detail).toContain('The download is 45 MB.')
  })

  test('an update is not installed when the app ends otherwise, such as when Windows shuts down', async () => {
    publish('0.2.0', newImage)
    agrees = ({ agree }) => agree === 'Download'
    await check()
    quit(0)
    expect(installAtEnd).toBeNull()
    expect(await installed()).toBe(oldImage)
  })

  test('an update is not installed while links are being created', async () => {
    publish('0.2.0', newImage)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const creating = longWork.during('run', () => promise)
    await expect.poll(() => longWork.quitWarning()).not.toBeNull()
    await check()
    expect(messages().slice(-2)).toEqual(['Linkwright 0.2.0 is ready', 'Links are still being created'])
    expect(installAtEnd).toBeNull()
    resolve(undefined)
    await creating
    await check()
    expect(installAtEnd).not.toBeNull()
  })

  test('an update is ready only once the system has accepted it', async () => {
    publish('0.2.0', newImage)
    staged = Promise.withResolvers<undefined>()
    const checking = check()
    await expect.poll(() => requestedPaths).toContain('/Linkwright.AppImage')
    await expect.poll(() => shownProgress.at(-1)).toBe(1)
    expect(messages()).toEqual(['Linkwright 0.2.0 is available'])
    staged.resolve(undefined)
    await checking
    expect(messages().at(-1)).toBe('Linkwright 0.2.0 is ready')
  })

  test('an update that the system refuses is reported', async () => {
    publish('0.2.0', newImage)
    staged = Promise.withResolvers<undefined>()
    const checking = check()
    await expect.poll(() => requestedPaths).toContain('/Linkwright.AppImage')
    const refusal = { code: -1, domain: 'SQRLCodeSignatureErrorDomain' }
    staged.reject(Object.assign(new Error('Code signature did not pass validation'), refusal))
    await checking
    expect(messages()).toEqual(['Linkwright 0.2.0 is available', 'The update didn’t work'])
    expect(questions.at(-1)?.detail).toMatch(/^macOS couldn’t unpack the update or verify its signature\./)
    expect(installAtEnd).toBeNull()
  })

  test('an update that does not fit on the disk is reported', async () => {
    publish('0.2.0', newImage)
    staged = Promise.withResolvers<undefined>()
    const checking = check()
    await expect.poll(() => requestedPaths).toContain('/Linkwright.AppImage')
    staged.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await checking
    expect(questions.at(-1)?.detail).toMatch(/^The disk is full\./)
  })

  test('an update is requested without data about the user', async () => {
    publish('0.2.0', newImage)
    await check()
    const name = (await readFile(join(folder, '.updaterId'), 'utf8')).trim()
    expect(name).not.toBe('')
    expect(sentHeaderValues.join('\n')).not.toContain(name)
    for (const text of sentHeaderValues) expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f]/)
  })

  test('an update is not fetched when the user does not agree', async () => {
    publish('0.2.0', newImage)
    agrees = () => false
    await check()
    expect(messages()).toEqual(['Linkwright 0.2.0 is available'])
    quit(0)
    expect(requestedPaths).not.toContain('/Linkwright.AppImage')
    expect(await installed()).toBe(oldImage)
  })

  test('an update that differs from the feed is discarded', async () => {
    publish('0.2.0', newImage)
    files.set('/Linkwright.AppImage', `${newImage}# and more`)
    await check()
    expect(messages()).toEqual(['Linkwright 0.2.0 is available', 'The update didn’t work'])
    expect(questions.at(-1)?.detail).toMatch(/^The download doesn’t match the update feed/)
    expect(bugs).toHaveLength(1)
    quit(0)
    expect(await installed()).toBe(oldImage)
  })

  test.each(['0.1.0', '0.0.9'])('an update to %s is not offered', async (version) => {
    publish(version, newImage)
    await check()
    expect(messages()).toEqual(['You have the latest version'])
    expect(requestedPaths).not.toContain('/Linkwright.AppImage')
  })

  test.each([
    ['is missing', undefined],
    ['is not a feed', '<html>Sign in</html>'],
    ['names no version', 'files: []\n'],
    ['is not YAML', '{ [ %'],
  ])('a check for updates is reported as failed if the feed %s', async (_what, text) => {
    const name = process.arch === 'arm64' ? '/latest-linux-arm64.yml' : '/latest-linux.yml'
    if (text !== undefined) files.set(name, text)
    await check()
    expect(messages()).toEqual(['The update didn’t work'])
    await check()
    expect(messages()).toHaveLength(2)
  })

  test.each([
    ['check', 0, ['The update didn’t work']],
    ['download', 1, ['Linkwright 0.2.0 is available', 'The update didn’t work']],
  ] as const)('a %s of which nothing arrives is reported', async (_what, index, expected) => {
    publish('0.2.0', newImage)
    const feedName = process.arch === 'arm64' ? '/latest-linux-arm64.yml' : '/latest-linux.yml'
    files.set([feedName, '/Linkwright.AppImage'][index] ?? '', silence)
    await createCheck(5_000)()
    expect(messages()).toEqual(expected)
    feed.closeAllConnections()
  })

  test('an update is requested with the proxy and the authorities of the settings', async () => {
    publish('0.2.0', newImage)
    await check()
    expect(requestedPaths).toContain('/Linkwright.AppImage')
    expect(new Set(proxiedServers)).toEqual(new Set([`${feedHost}:443`]))
  })

  test('an update server whose authority was not added is not trusted', async () => {
    publish('0.2.0', newImage)
    authorities = null
    await check()
    expect(messages()).toEqual(['The update didn’t work'])
    expect(requestedPaths).toEqual([])
  })

  test('a check during the download shows that it is running, and fetches nothing', async () => {
    publish('0.2.0', newImage)
    staged = Promise.withResolvers<undefined>()
    const checking = check()
    await expect.poll(() => requestedPaths).toContain('/Linkwright.AppImage')
    const requestCount = requestedPaths.length
    await check()
    expect(messages()).toEqual(['Linkwright 0.2.0 is available', 'Linkwright 0.2.0 is being downloaded'])
    expect(requestedPaths).toHaveLength(requestCount)
    staged.resolve(undefined)
    await checking
    await check()
    expect(messages().slice(2)).toEqual(['Linkwright 0.2.0 is ready', 'Linkwright 0.2.0 is ready'])
  })

  test('only one check for updates runs at a time', async () => {
    publish('0.1.0', newImage)
    await Promise.all([check(), check()])
    expect(questions).toHaveLength(1)
  })
})

describe('on macOS, Squirrel’s own event decides', () => {
  test.each([
    ['update-downloaded', true],
    ['error', false],
  ] as const)('macOS accepts or refuses an update with Squirrel’s own event: %s', async (event, accepted) => {
    const native = new EventEmitter()
    const staging = createSquirrelInstaller(native).untilStaged()
    native.emit(event, new Error('refused'))
    if (accepted) await staging
    else await expect(staging).rejects.toThrow('refused')
    expect(native.eventNames()).toEqual([])
  })
})
