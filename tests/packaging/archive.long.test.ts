import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../../contract/app/problems/result.ts'
import { keyringMissing, startSession } from '../core/harness/keyring.ts'
import { boot } from '../electron/standin/boot.ts'
import { findPacked } from '../packed/packed.ts'
import { openPackingFolder, packingTimeoutMs, root } from './pack.ts'
import type { PackingFolder } from './pack.ts'
import { readFuses } from './stubRuntime.ts'
import type { Platform } from './stubRuntime.ts'

let packing: PackingFolder
beforeAll(() => {
  packing = openPackingFolder()
})
afterAll(() => packing.close())

interface Target {
  platform: Platform
  /** Node's name of the system, as keytar's folders and the packed app have it. */
  system: NodeJS.Platform
  arch: string
}

const targets: Target[] = [
  { platform: 'linux', system: 'linux', arch: 'x64' },
  { platform: 'linux', system: 'linux', arch: 'arm64' },
  { platform: 'win', system: 'win32', arch: 'arm64' },
  { platform: 'mac', system: 'darwin', arch: 'arm64' },
]

/** Packs the app as a folder. Returns the packager's output. */
const pack = ({ platform, arch }: Omit<Target, 'system'>) => packing.pack(['dir'], arch, { platform })

/** Packs the app for Linux as a folder. Returns its path. */
const packForLinux = async () => join(await pack({ platform: 'linux', arch: 'x64' }), 'linux-unpacked')

/** Every path that the bundles may have in the archive. */
const allowedPaths = [
  /^dist\/main\/[\w-]+\.js$/,
  /^dist\/preload\/preload\.cjs$/,
  /^dist\/renderer\/(index\.html|icon\.svg|licenses\.md)$/,
  /^dist\/renderer\/assets\/[\w.-]+\.(js|css)$/,
]

/** Returns the files of an archive, without folders. */
function listFiles(archive: string): string[] {
  const names = listPackage(archive, { isPack: false }).map((name) => name.slice(1).replaceAll('\\', '/'))
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}/`))).sort()
}

describe.each(targets)('packed for $platform on $arch', (target) => {
  const { system, arch } = target
  let archive: string
  let files: string[]
  beforeAll(async () => {
    const packed = findPacked(await pack(target), { platform: system, arch })
    archive = packed?.archive ?? 'not where the start test expects it'
    files = listFiles(archive)
  }, packingTimeoutMs)

  test('the archive has all complete bundles except the browser host’s', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'built')
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((name) => !name.startsWith('dist/loopback/'))
    expect(files.filter((name) => name.startsWith('dist/'))).toEqual(built.sort())
    expect(files).toEqual(
      expect.arrayContaining(['dist/main/main.js', 'dist/preload/preload.cjs', 'dist/renderer/index.html']),
    )
  })

  test('the archive has only expected files', () => {
    const bundles = files.filter((name) => name.startsWith('dist/'))
    expect(bundles.filter((name) => !allowedPaths.some((pattern) => pattern.test(name)))).toEqual([])
  })

  test('the manifest in the archive has the fields that Electron reads, and no packages', () => {
    const text = extractFile(archive, 'package.json').toString()
    const manifest = JSON.parse(text) as Record<string, unknown>
    const { name, productName, version, main, type, desktopName } = manifest
    expect({ name, productName, main, type }).toEqual({
      name: 'linkwright',
      productName: 'Linkwright',
      main: 'dist/main/main.js',
      type: 'module',
    })
    expect([version, desktopName]).toEqual([expect.stringMatching(/^\d/), 'linkwright.desktop'])
    for (const key of ['dependencies', 'devDependencies', 'scripts', 'allowScripts', 'engines'])
      expect(manifest[key] ?? null, key).toBeNull()
  })

  test('the archive has only keytar from npm, with one binary for its platform', () => {
    expect(files.filter((name) => !name.startsWith('dist/'))).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
      `node_modules/keytar/prebuilds/${system}-${arch}/keytar.node`,
      'package.json',
    ])
  })

  test('keytar’s binary is beside the archive, where the system can load it', () => {
    const binary = join('node_modules', 'keytar', 'prebuilds', `${system}-${arch}`, 'keytar.node')
    expect(existsSync(join(`${archive}.unpacked`, binary))).toBe(true)
  })

  test('the bundles contain no path of the build machine', () => {
    const extractedFolder = join(packing.folder, `extracted-${system}-${arch}`)
    extractAll(archive, extractedFolder)
    for (const name of files.filter((file) => file.startsWith('dist/'))) {
      expect(readFileSync(join(extractedFolder, name), 'utf8').includes(root), name).toBe(false)
    }
  })
})

test.each([
  { platform: 'linux', arch: 'x64', program: 'linux-unpacked/linkwright' },
  { platform: 'win', arch: 'arm64', program: 'win-arm64-unpacked/Linkwright.exe' },
  {
    platform: 'mac',
    arch: 'arm64',
    program: 'mac-arm64/Linkwright.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
  },
] as const)(
  'the fuses forbid plain Node, outside options and other archives on $platform',
  async ({ program, ...target }) => {
    // runAsNode, cookie encryption, NODE_OPTIONS, --inspect, integrity, only the asar, own snapshot, file: privileges
    expect(readFuses(join(await pack(target), program))).toBe('00001100')
  },
  packingTimeoutMs,
)

test(
  'the app for macOS says why it uses the local network, and opens linkwright: links',
  async () => {
    const output = await pack({ platform: 'mac', arch: 'arm64' })
    const info = readFileSync(join(output, 'mac-arm64', 'Linkwright.app', 'Contents', 'Info.plist'), 'utf8')
    expect(info).toContain('<key>NSLocalNetworkUsageDescription</key>')
    expect(info).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>linkwright<\/string>/)
  },
  packingTimeoutMs,
)

test(
  'Chromium’s list of licences and Electron’s own are beside the executable',
  async () => {
    expect(readdirSync(await packForLinux())).toEqual(
      expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']),
    )
  },
  packingTimeoutMs,
)

/**
 * The archive stays a file, as in an installed app: a stand-in for Electron's `fs` and module loader reads inside it, in the main
 * process, the threads and the key store's child.
 */
test.skipIf(keyringMissing())(
  'the archive runs as a file: main process, worker threads and the key store’s child',
  async () => {
    const packedFolder = await packForLinux()
    const app = join(packedFolder, 'resources', 'app.asar')
    const session = await startSession(packing.folder)
    await session.startKeyring('password')
    const main = join(app, 'dist', 'main', 'main.js')
    const readsArchives = `--import=${new URL('../electron/standin/asar.ts', import.meta.url).href}`
    const env = { ...session.env, NODE_OPTIONS: readsArchives }
    const desktop = boot(join(packing.folder, 'library'), { main, env })
    await desktop.ask('untilLoaded')
    const page = { origin: 'app://linkwright', main: true }
    const call = async (name: string, input: unknown) =>
      (await desktop.ask('invoke', page, [name, input])) as Result<{ id: string }>

    const local = await call('profiles.tryLocal', {})
    expect(local).toMatchObject({ ok: true })
    const destination = { profileId: local.ok ? local.value.id : '', environment: 'development' }
    // The library and the embedded service run on worker threads only, so a created link shows that these were loaded.
    const created = await call('links.create', {
      id: randomUUID(),
      ...destination,
      request: { title: 'Packed' },
    })
    expect(created).toMatchObject({ ok: true, value: { state: 'created', differences: [] } })
    const list = await desktop.ask('load', 'app://linkwright/licenses.md')
    expect(list).toMatchObject({ status: 200, text: expect.stringContaining('## react - ') as string })

    const storage = await desktop.ask('invoke', page, ['keys.storage', {}])
    expect(storage).toMatchObject({ ok: true, value: { store: { kind: 'keychain', reason: null } } })
    const { children } = await desktop.ask('journal')
    expect(children.map(({ script }) => script)).toContain(join(app, 'dist', 'main', 'keychainChild.js'))
    desktop.signal('SIGTERM')
    expect(await desktop.exited).toMatchObject({ code: 0 })
    await session.stop()
  },
  packingTimeoutMs,
)
