import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..', '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const downloadUrl = `https://github.com/example/linkwright/releases/download/v${version}`
const suffixes = [
  ...['win-x64.exe', 'win-arm64.exe', 'win-x64.msi', 'mac-x64.dmg', 'mac-arm64.dmg'],
  ...['linux-amd64.deb', 'linux-arm64.deb'],
]
const packageName = (suffix: string) => `Linkwright-${version}-${suffix}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-manifests-'))
  for (const suffix of suffixes) writeFileSync(join(folder, packageName(suffix)), `bytes of ${suffix}`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = () =>
  execFileSync(process.execPath, [join(root, 'scripts', 'manifests.ts'), folder, downloadUrl, folder], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
const hashFile = (suffix: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, packageName(suffix))))
    .digest('hex')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('winget gets every installer for Windows with its checksum and scope', () => {
  run()
  const { Installers } = parse(read('Linkwright.Linkwright.installer.yaml')) as {
    Installers: Record<string, unknown>[]
  }
  const expected = (suffix: string, architecture: string, scope: string, custom?: string) => ({
    Architecture: architecture,
    InstallerType: suffix.endsWith('.msi') ? 'wix' : 'nullsoft',
    Scope: scope,
    InstallerUrl: `${downloadUrl}/${packageName(suffix)}`,
    InstallerSha256: hashFile(suffix).toUpperCase(),
    ...(custom === undefined ? {} : { InstallerSwitches: { Custom: custom } }),
  })
  expect(Installers).toEqual([
    expected('win-x64.exe', 'x64', 'user', '/currentuser'),
    expected('win-x64.exe', 'x64', 'machine', '/allusers'),
    expected('win-arm64.exe', 'arm64', 'user', '/currentuser'),
    expected('win-arm64.exe', 'arm64', 'machine', '/allusers'),
    expected('win-x64.msi', 'x64', 'machine'),
  ])
})

test('the three files for winget name the same package and version', () => {
  run()
  for (const part of ['', '.installer', '.locale.en-US'])
    expect(parse(read(`Linkwright.Linkwright${part}.yaml`))).toMatchObject({
      PackageIdentifier: 'Linkwright.Linkwright',
      PackageVersion: version,
    })
})

test('the Homebrew cask has an address and a checksum for both processors', () => {
  run()
  const cask = read('linkwright.rb')
  expect(cask).toContain(`arm:   "${hashFile('mac-arm64.dmg')}"`)
  // A description that is cut in the middle is refused by `brew audit`.
  expect(/^  desc "(.*)"$/m.exec(cask)?.[1]).toMatch(/^[A-Z][^.]{10,78}\w$/)
  expect(cask).toContain('depends_on macos: ">= :ventura"')
  expect(cask).toContain(`intel: "${hashFile('mac-x64.dmg')}"`)
  const url = /url "(.+)"/.exec(cask)?.[1]
  const resolveUrl = (arch: string) => url?.replaceAll('#{version}', version).replace('#{arch}', arch)
  expect(resolveUrl('arm64')).toBe(`${downloadUrl}/${packageName('mac-arm64.dmg')}`)
  expect(resolveUrl('x64')).toBe(`${downloadUrl}/${packageName('mac-x64.dmg')}`)
})

test.each(suffixes)('the manifest script stops when %s is missing', (suffix) => {
  rmSync(join(folder, packageName(suffix)))
  expect(run).toThrow(packageName(suffix))
})
