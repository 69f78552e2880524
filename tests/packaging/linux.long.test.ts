import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../contract/app/window/commands.ts'
import { packageOfPurl } from '../../scripts/package/billOfMaterials.ts'
import type { Bom } from '../../scripts/package/billOfMaterials.ts'
import { appImage } from '../../scripts/test/requirements.ts'
import {
  appImageRuntimeSize,
  createAppImageTools,
  openPackingFolder,
  packingTimeoutMs,
  createFakeFpm,
  root,
} from './pack.ts'
import type { FpmCall, PackingFolder } from './pack.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const areToolsMissing = !appImage.isInstalled()
if (areToolsMissing) console.warn(`The tests of the AppImage are skipped: there are no ${appImage.name}.`)
// A script with a shebang replaces fpm.
const fpmTargets = process.platform === 'win32' ? [] : ['deb', 'rpm']
const targets = [...fpmTargets, ...(areToolsMissing ? [] : ['AppImage'])]

let packing: PackingFolder
let output: string
let outputFiles: string[]
let fpmCall: (target: string) => FpmCall
beforeAll(async () => {
  if (targets.length === 0) return
  packing = openPackingFolder()
  const fpm = createFakeFpm(join(packing.folder, 'fpm'))
  fpmCall = fpm.fpmCall
  const tools = areToolsMissing ? {} : createAppImageTools(join(packing.folder, 'tools'))
  // All targets in one run, because assembling the app takes most of the time.
  output = await packing.pack(targets, 'x64', { env: { ...fpm.env, ...tools } })
  outputFiles = readdirSync(output)
}, packingTimeoutMs)
afterAll(() => packing.close())

/** Returns the `key=value` lines of the first group of a desktop entry. */
function parseEntry(text: string): Record<string, string> {
  const [group = ''] = text.split('\n[Desktop Action')
  return Object.fromEntries(
    [...group.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value] as const),
  )
}

const expectedEntry = {
  Name: 'Linkwright',
  Icon: 'linkwright',
  StartupWMClass: 'linkwright',
  MimeType: 'x-scheme-handler/linkwright;',
  Actions: 'NewLink;LookUp;',
}

describe.skipIf(fpmTargets.length === 0).each(['deb', 'rpm'])('the %s', (target) => {
  const option = (name: string) => {
    const { args } = fpmCall(target)
    return args[args.indexOf(name) + 1]
  }

  test('a Linux package names the project’s home page, maintainer and licence', () => {
    expect(option('--url')).toMatch(/^https:\/\/[\w.]+/)
    expect(option('--maintainer')).toMatch(/^[^<]+ <[^@]+@[^>]+>$/)
    expect(option('--license')).toBe('MIT')
    expect(option('--version')).toBe(version)
    expect(option('--description')).toContain('deep links')
  })

  test('a Linux package has the icon in every size, and a desktop entry with the window’s name', () => {
    const sizes = readdirSync(join(root, 'build', 'icons')).map((name) => name.replace('.png', ''))
    const iconPaths = sizes.map((size) => `/usr/share/icons/hicolor/${size}/apps/linkwright.png`)
    const { args, desktop } = fpmCall(target)
    const targetPaths = args.map((arg) => arg.slice(arg.lastIndexOf('=') + 1))
    expect(sizes.length).toBeGreaterThan(5)
    expect(targetPaths).toEqual(
      expect.arrayContaining([...iconPaths, '/usr/share/applications/linkwright.desktop']),
    )
    expect(parseEntry(desktop)).toMatchObject({ ...expectedEntry, Exec: '/opt/Linkwright/linkwright %U' })
  })

  test('a Linux package offers the commands of the menu on its icon', () => {
    const { desktop } = fpmCall(target)
    const actions = desktop.split(/\n\[Desktop Action \w+\]\n/).slice(1)
    expect(actions.map(parseEntry)).toEqual(
      Object.values(commands).flatMap(({ menu, address }) =>
        menu && address ? [{ Name: menu.label, Exec: `linkwright ${address}` }] : [],
      ),
    )
  })

  test('a Linux package shows a page in software centres', () => {
    const file = '/usr/share/metainfo/com.linkwright.app.metainfo.xml'
    expect(fpmCall(target).args.filter((arg) => arg.endsWith(`=${file}`))).toHaveLength(1)
  })

  test('a Linux package has a summary of one line', () => {
    const summary = target === 'rpm' ? option('--rpm-summary') : option('--description')?.split('\n')[0]
    expect(summary).toBe('Create tracked deep links without code')
  })

  test('a Linux package is named by version, system and processor', () => {
    const arch = target === 'deb' ? 'amd64' : 'x86_64'
    expect(outputFiles).toContain(`Linkwright-${version}-linux-${arch}.${target}`)
  })
})

describe.skipIf(fpmTargets.length === 0)('the dependencies', () => {
  test('the deb depends on the libraries that Electron links to, and needs no tray', () => {
    const { args } = fpmCall('deb')
    const valuesOf = (option: string) => args.filter((_value, index) => args[index - 1] === option)
    const libraries = valuesOf('-d').map((dependency) => dependency.split(' ', 1)[0])
    expect(libraries).toEqual(expect.arrayContaining(['libasound2', 'libgbm1', 'libgtk-3-0', 'libnss3']))
    expect(valuesOf('--deb-recommends')).toEqual(['libsecret-1-0'])
  })

  test('the rpm owns no build ids, which another app with the same Electron would own too', () => {
    expect(fpmCall('rpm').args).toContain('--rpm-rpmbuild-define=_build_id_links none')
  })
})

describe.skipIf(areToolsMissing)('the AppImage', () => {
  let unpackedFolder: string
  beforeAll(() => {
    unpackedFolder = join(packing.folder, 'inside')
    const file = join(output, `Linkwright-${version}-linux-x86_64.AppImage`)
    execFileSync('unsquashfs', ['-q', '-n', '-d', unpackedFolder, '-o', String(appImageRuntimeSize), file])
  }, packingTimeoutMs)

  test('the AppImage is named by version, system and processor', () => {
    expect(outputFiles).toContain(`Linkwright-${version}-linux-x86_64.AppImage`)
  })

  test('the AppImage never starts without the sandbox if user namespaces are available', () => {
    const text = readFileSync(join(unpackedFolder, 'linkwright.desktop'), 'utf8')
    expect(parseEntry(text)).toMatchObject({ ...expectedEntry, Exec: 'AppRun %U' })
  })

  test('the AppImage has a valid desktop entry', () => {
    const output = execFileSync('desktop-file-validate', [join(unpackedFolder, 'linkwright.desktop')], {
      encoding: 'utf8',
    })
    expect(output).toBe('')
  })
})

describe.skipIf(targets.length === 0)('beside the packages', () => {
  const read = (extension: string) => {
    const matches = outputFiles.filter((name) => name.endsWith(extension))
    expect(matches).toHaveLength(1)
    return readFileSync(join(output, matches[0] ?? ''), 'utf8')
  }

  test('each file has a checksum in the format of sha256sum', () => {
    const lines = read('.sha256').trimEnd().split('\n')
    const listed = lines.map((line) => line.split('  ')[1] ?? '')
    expect(listed).toEqual(outputFiles.filter((name) => /\.(deb|rpm|AppImage|cdx\.json)$/.test(name)).sort())
    expect(listed).toHaveLength(targets.length + 1)
    for (const line of lines) {
      const [checksum, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(join(output, name)))
          .digest('hex'),
      ).toBe(checksum)
    }
  })

  test('the bill of materials lists exactly the packed packages', () => {
    const bom = JSON.parse(read('.cdx.json')) as Bom & { bomFormat: string }
    expect(bom.bomFormat).toBe('CycloneDX')
    expect(bom.metadata.component).toMatchObject({ name: 'Linkwright', type: 'application' })
    const listed = bom.components.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining(['electron', 'react', 'undici', 'zod', 'keytar']))
    for (const name of ['vite', 'vitest', 'electron-builder', 'typescript', 'pg'])
      expect(listed).not.toContain(name)
  })

  test('the bill of materials has every package in the list of licences', () => {
    const bom = JSON.parse(read('.cdx.json')) as Bom
    const licences = readFileSync(join(import.meta.dirname, '../../dist/renderer/licenses.md'), 'utf8')
    const licensedPackages = [...licences.matchAll(/^## (\S+) - (\d\S*)/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    )
    const listed = bom.components.map(({ purl }) => packageOfPurl(purl))
    expect(licensedPackages.filter((licensedPackage) => !listed.includes(licensedPackage))).toEqual([])
  })
})
