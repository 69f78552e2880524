import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { flatpakManifest } from '../../../scripts/package/flatpak.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..', '..')
const { version } = packageJson
const { appId } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { appId: string }

interface Source {
  type: string
  url?: string
  sha256?: string
  'only-arches'?: string[]
  'dest-filename': string
  commands?: string[]
}
interface Manifest {
  id: string
  'rename-desktop-file': string
  'finish-args': string[]
  modules: { 'build-commands': string[]; sources: Source[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'linkwright-flatpak-'))
let manifest: Manifest
let sources: Source[]
beforeAll(async () => {
  for (const arch of ['amd64', 'arm64'])
    writeFileSync(join(folder, `Linkwright-${version}-linux-${arch}.deb`), `bytes for ${arch}`)
  const release = {
    folder,
    downloadUrl: `https://github.com/example/linkwright/releases/download/v${version}`,
  }
  manifest = JSON.parse((await flatpakManifest(release))[`${appId}.json`] ?? '{}') as Manifest
  sources = manifest.modules[0]?.sources ?? []
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the Flatpak manifest has the app’s id, and the deb of each processor with its checksum', () => {
  expect(manifest.id).toBe(appId)
  const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
  const releaseUrl = `https://github.com/example/linkwright/releases/download/v${version}/Linkwright-${version}-linux`
  expect(sources.flatMap(({ url }) => url ?? [])).toEqual([
    `${releaseUrl}-amd64.deb`,
    `${releaseUrl}-arm64.deb`,
  ])
  const checksums = sources.map((source) => [source['only-arches']?.[0], source.sha256])
  expect(checksums).toEqual([
    ['x86_64', hashText('bytes for amd64')],
    ['aarch64', hashText('bytes for arm64')],
    [undefined, undefined],
  ])
})

// Chromium asks the first that exists. Flatpak hides a name without a permission.
test('the Flatpak may keep the computer awake on every desktop', () => {
  expect(manifest['finish-args']).toEqual(
    expect.arrayContaining([
      '--talk-name=org.gnome.SessionManager',
      '--talk-name=org.freedesktop.PowerManagement',
    ]),
  )
})

// The options are those of GNU tar, as in Flatpak's SDK.
test.skipIf(process.platform !== 'linux')(
  'the Flatpak’s commands put the files of a deb where the app expects them',
  () => {
    const build = join(folder, 'build')
    const files: Record<string, string> = {
      'opt/Linkwright/linkwright': '#!/bin/sh\n',
      'opt/Linkwright/resources/app.asar': 'code',
      'usr/share/applications/linkwright.desktop': '[Desktop Entry]\nExec=/opt/Linkwright/linkwright %U\n',
      'usr/share/icons/hicolor/256x256/apps/linkwright.png': 'icon',
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(build, 'deb', dirname(name)), { recursive: true })
      writeFileSync(join(build, 'deb', name), text, { mode: name.endsWith('/linkwright') ? 0o755 : 0o644 })
    }
    const run = (command: string, env: NodeJS.ProcessEnv = {}) =>
      execFileSync('sh', ['-ec', command], {
        cwd: build,
        env: { PATH: `${build}:${process.env['PATH'] ?? ''}`, ...env },
        stdio: 'pipe',
      })
    // Replaces a real archiver, which not every computer has.
    writeFileSync(join(build, 'ar'), '#!/bin/sh\nmv "$2" data.tar.gz\n', { mode: 0o755 })
    run('tar -C deb -czf linkwright.deb opt usr && rm -r deb')
    const script = sources.find(({ type }) => type === 'script')
    writeFileSync(
      join(build, script?.['dest-filename'] ?? ''),
      `#!/bin/sh\n${script?.commands?.join('\n')}\n`,
    )
    const app = join(folder, 'app')
    for (const command of manifest.modules[0]?.['build-commands'] ?? []) run(command, { FLATPAK_DEST: app })
    expect(statSync(join(app, 'linkwright/linkwright')).mode & 0o111).toBe(0o111)
    expect(statSync(join(app, 'bin/linkwright')).mode & 0o111).toBe(0o111)
    expect(existsSync(join(app, 'linkwright/resources/app.asar'))).toBe(true)
    expect(existsSync(join(app, 'share/icons/hicolor/256x256/apps/linkwright.png'))).toBe(true)
    const entry = readFileSync(join(app, 'share/applications', manifest['rename-desktop-file']), 'utf8')
    expect(entry).toBe('[Desktop Entry]\nExec=linkwright %U\n')
  },
)
