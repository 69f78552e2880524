import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boot } from '../electron/standin/boot.ts'
import { makeStubRuntime, readFuses } from './stubRuntime.ts'

const root = join(import.meta.dirname, '..', '..')
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-packed-'))
  makeStubRuntime(join(folder, 'runtime'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Packs the app for Linux as a folder, and gives where it is. */
async function pack(arch: string): Promise<string> {
  const output = join(folder, arch)
  const places = [`-c.electronDist=${join(folder, 'runtime')}`, `-c.directories.output=${output}`]
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', `--${arch}`, ...places], {
    cwd: root,
  })
  return join(output, arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`)
}

/** The files in an archive, with folders left out. */
function filesIn(archive: string): string[] {
  const names = listPackage(archive, { isPack: false }).map((name) => name.slice(1).replaceAll('\\', '/'))
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}/`))).sort()
}

describe.each(['x64', 'arm64'])('packed for Linux on %s', (arch) => {
  let packed: string
  let files: string[]
  beforeAll(async () => {
    packed = await pack(arch)
    files = filesIn(join(packed, 'resources', 'app.asar'))
  })

  test('the archive has the bundles, whole', () => {
    const built = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
    expect(files.filter((name) => name.startsWith('dist/'))).toEqual(built.sort())
    expect(files).toEqual(
      expect.arrayContaining(['dist/main/main.js', 'dist/preload/preload.cjs', 'dist/renderer/index.html']),
    )
  })

  test('of npm it has keytar alone, with the one binary for its platform', () => {
    expect(files.filter((name) => !name.startsWith('dist/'))).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
      `node_modules/keytar/prebuilds/linux-${arch}/keytar.node`,
      'package.json',
    ])
  })

  test('the binary lies beside the archive, where the system can load it', () => {
    const binary = join(
      'app.asar.unpacked',
      'node_modules',
      'keytar',
      'prebuilds',
      `linux-${arch}`,
      'keytar.node',
    )
    expect(existsSync(join(packed, 'resources', binary))).toBe(true)
  })

  test('no path of the machine that built it is in the bundles', () => {
    const out = join(folder, `extracted-${arch}`)
    extractAll(join(packed, 'resources', 'app.asar'), out)
    for (const name of files.filter((file) => file.startsWith('dist/'))) {
      expect(readFileSync(join(out, name), 'utf8').includes(root), name).toBe(false)
    }
  })

  test('the fuses are set: no plain Node, no options from outside, only this archive', () => {
    // runAsNode, cookie encryption, NODE_OPTIONS, --inspect, integrity, only the asar, own snapshot, file: privileges
    expect(readFuses(join(packed, 'linkwright'))).toBe('00001100')
  })
})

test('what is in the archive is enough to run', async () => {
  const packed = await pack('x64')
  const app = join(folder, 'app')
  extractAll(join(packed, 'resources', 'app.asar'), app)
  const desktop = boot(join(folder, 'data'), {}, join(app, 'dist', 'main', 'main.js'))
  await desktop.ask('untilLoaded')
  const page = { origin: 'app://linkwright', main: true }
  expect(await desktop.ask('invoke', page, ['profiles.tryLocal', {}])).toMatchObject({ ok: true })
  expect(await desktop.ask('invoke', page, ['app.state', {}])).toMatchObject({ ok: true })
  const { children } = await desktop.ask('journal')
  expect(children.map(({ script }) => script)).toContain(join(app, 'dist', 'main', 'child.js'))
  desktop.signal('SIGTERM')
  expect(await desktop.ended).toMatchObject({ code: 0 })
})
