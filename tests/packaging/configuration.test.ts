import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WindowsAzureSigningConfiguration } from 'app-builder-lib'
import type { Configuration } from 'electron-builder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deepLinkScheme } from '../../electron/deepLink.ts'
import { azureArguments } from '../../scripts/package/azureSigning.ts'
import addProtocol from '../../scripts/package/msiProtocol.ts'
import { packingTimeoutMs, root } from './pack.ts'

/** Validates a configuration with electron-builder's own code, for every target at once. */
interface Config {
  getConfig: (projectDir: string, path: string | null, overrides: Configuration) => Promise<Configuration>
  validateConfiguration: (config: Configuration, logger: { isEnabled: boolean }) => Promise<void>
}
const require = createRequire(import.meta.url)
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config.js') as Config

const load = (overrides: Configuration = {}) => getConfig(root, null, overrides)
const validate = (config: Configuration) => validateConfiguration(config, { isEnabled: false })
const config = await load()

/** `target arch` of each package for a platform. */
function listPackages(platform: 'mac' | 'win' | 'linux'): string[] {
  const targets = config[platform]?.target as { target: string; arch: string[] }[]
  return targets.flatMap(({ target, arch }) => arch.map((architecture) => `${target} ${architecture}`))
}

test(
  'the configuration of electron-builder is valid, including macOS and Windows',
  async () => {
    await validate(await load())
  },
  packingTimeoutMs,
)

test.each([{ nsis: { perUser: true } }, { dmg: { sing: false } }, { electronFuses: { runAsNod: false } }])(
  'the configuration of electron-builder is refused with %j',
  async (invalidConfig) => {
    await expect(validate(await load(invalidConfig as Configuration))).rejects.toThrow(
      'Invalid configuration object',
    )
  },
)

test('the configuration of electron-builder builds every package for both processors', () => {
  expect(listPackages('mac')).toEqual(['dmg x64', 'dmg arm64', 'zip x64', 'zip arm64'])
  expect(listPackages('win')).toEqual(['nsis x64', 'nsis arm64', 'msi x64'])
  expect(listPackages('linux')).toEqual(
    ['AppImage', 'deb', 'rpm'].flatMap((target) => [`${target} x64`, `${target} arm64`]),
  )
})

test('the configuration of electron-builder names each package by product, version, system and processor', () => {
  expect(config.artifactName).toBe('${productName}-${version}-${os}-${arch}.${ext}')
  for (const part of [config.mac, config.dmg, config.win, config.nsis, config.linux, config.deb, config.rpm])
    expect(part?.artifactName).toBeUndefined()
})

test('the app for Apple Silicon is signed again after the fuses are set', () => {
  expect(config.electronFuses?.resetAdHocDarwinSignature).toBe(true)
})

test('the installer for Windows offers both scopes, and the current user by default', () => {
  expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, selectPerMachineByDefault: false })
})

test('the MSI installs for all users without a window, and keeps its upgrade code', () => {
  expect(config.msi).toEqual({
    oneClick: true,
    perMachine: true,
    runAfterFinish: false,
    upgradeCode: '5B1F0B1E-4C0B-4E7B-9C57-0F6E5C5B7A21',
  })
})

describe('Azure Trusted Signing', () => {
  const env = {
    AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net/',
    AZURE_SIGNING_ACCOUNT: 'account',
    AZURE_SIGNING_PROFILE: 'profile',
    AZURE_SIGNING_PUBLISHER: 'CN=Example, O=Example',
  }

  /** Returns electron-builder's configuration with the arguments that these variables make. */
  const loadSigned = (variables: NodeJS.ProcessEnv) => {
    const options = azureArguments(variables).map((argument) =>
      argument.replace('-c.win.azureSignOptions.', '').split(/=(.*)/),
    )
    return load({
      win: { azureSignOptions: Object.fromEntries(options) as WindowsAzureSigningConfiguration },
    })
  }

  test('Azure Trusted Signing creates options that electron-builder accepts from the variables', async () => {
    expect(azureArguments(env)).toContain('-c.win.azureSignOptions.publisherName=CN=Example, O=Example')
    const signedConfig = await loadSigned(env)
    expect(signedConfig.win?.azureSignOptions).toMatchObject({ publisherName: 'CN=Example, O=Example' })
    await validate(signedConfig)
  })

  test('Azure Trusted Signing changes nothing without the variables', () => {
    expect(azureArguments({})).toEqual([])
  })

  test.each(Object.keys(env))('Azure Trusted Signing stops without %s', async (name) => {
    const invalidConfig = await loadSigned({ ...env, [name]: ' ' })
    await expect(validate(invalidConfig)).rejects.toThrow('Invalid configuration object')
  })
})

test.each(['entitlements.mac.plist', 'entitlements.mac.inherit.plist'])(
  'the entitlements in %s allow the macOS app only to compile at run time',
  (name) => {
    const text = readFileSync(join(root, 'build', name), 'utf8')
    const keys = [...text.matchAll(/<key>([^<]*)<\/key>\s*<(\w+)\/>/g)].map(([, key, value]) => [key, value])
    expect(keys).toEqual([['com.apple.security.cs.allow-jit', 'true']])
    expect(text.match(/<key>/g)).toHaveLength(1)
  },
)

describe('linkwright: links', () => {
  const command = (program: string) => `"${program}" -- "%1"`

  test('macOS and Linux register linkwright: links from the package', () => {
    expect(config.protocols).toEqual([{ name: 'Linkwright', schemes: [deepLinkScheme], role: 'Viewer' }])
  })

  test('the installer for Windows registers them for whom it installs, and removes them unless it updates', () => {
    const script = readFileSync(join(root, 'build', 'installer.nsh'), 'utf8')
    const values = [...script.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]*)" "([^"]*)" (.*)$/gm)]
    const key = `Software\\Classes\\${deepLinkScheme}`
    expect(values.map(([, name, value, text]) => [name, value, text])).toEqual([
      [key, '', '"URL:Linkwright"'],
      [key, 'URL Protocol', '""'],
      [`${key}\\shell\\open\\command`, '', `'${command('$INSTDIR\\${APP_EXECUTABLE_FILENAME}')}'`],
    ])
    const [, removal = ''] =
      /!macro customUnInstall\s+\$\{ifNot\} \$\{isUpdated\}([^$]*)\$\{endIf\}\s+!macroend/.exec(script) ?? []
    const removed = [...removal.matchAll(/DeleteRegKey (\w+) "([^"]*)"/g)].map(([, scope, name]) => [
      scope,
      name,
    ])
    expect(removed).toEqual([
      ['SHELL_CONTEXT', key],
      // Earlier versions registered themselves at their start.
      ['HKCU', key],
    ])
  })

  test('the MSI registers them for everybody, with the app that it installs', () => {
    const template = join(root, 'node_modules', 'app-builder-lib', 'templates', 'msi', 'template.xml')
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-msi-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const project = join(folder, 'project.wxs')
    // Only the parts of the template that aren't XML are replaced.
    const xml = readFileSync(template, 'utf8').replace(/\{\{[\s\S]*?\}\}/g, '')
    writeFileSync(project, xml)
    addProtocol(project)
    const written = readFileSync(project, 'utf8')
    const added = written.slice(written.indexOf('<Component Id="linkwrightProtocol"'))
    const values = [...added.matchAll(/<RegistryValue [^>]*Value="([^"]*)"/g)].map(([, value = '']) =>
      value.replaceAll('&quot;', '"'),
    )
    expect(values).toEqual(['URL:Linkwright', '', command('[#mainExecutable]')])
    expect(added).toContain(`<RegistryKey Root="HKLM" Key="Software\\Classes\\${deepLinkScheme}">`)
    expect(written.indexOf('<ComponentGroup Id="ProductComponents"')).toBeLessThan(
      written.indexOf('linkwrightProtocol'),
    )
    expect(isWellFormed(written)).toBe(true)
    expect(() => addProtocol(join(root, 'package.json'))).toThrow('no component group')
  })
})

/** Whether every tag of an XML text is closed in order. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', empty] of xml
    .replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?.*?\?>/g, '')
    .matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (closing) {
      if (open.pop() !== name) return false
    } else if (!empty) open.push(name)
  }
  return open.length === 0
}

test('the app for macOS says why it connects to the local network', () => {
  expect(config.mac?.extendInfo).toEqual({
    NSLocalNetworkUsageDescription: expect.stringMatching(/^Linkwright .+\.$/) as string,
  })
})

test('the configuration of electron-builder publishes nothing automatically, and demands no certificate', () => {
  expect(config.publish).toBeNull()
  expect(config.forceCodeSigning).toBeUndefined()
})

describe('the icons', () => {
  const build = join(root, 'build')

  test('the icons are where the packager looks first, so that no converter is downloaded', () => {
    for (const name of ['icon.icns', 'icon.ico', 'icons/512x512.png'])
      expect(existsSync(join(build, name))).toBe(true)
    expect(existsSync(join(build, 'icon.png'))).toBe(false)
  })

  test('the icon for Windows has every size that Windows shows, up to 256', () => {
    const ico = readFileSync(join(build, 'icon.ico'))
    const sizes = Array.from(
      { length: ico.readUInt16LE(4) },
      (_, offset) => ico.readUInt8(6 + offset * 16) || 256,
    )
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
  })

  test('the icon for macOS has every size that macOS shows, including high resolutions', () => {
    const icns = readFileSync(join(build, 'icon.icns'))
    const types = []
    for (let offset = 8; offset < icns.length; offset += icns.readUInt32BE(offset + 4))
      types.push(icns.toString('latin1', offset, offset + 4))
    const expectedTypes = ['ic04', 'ic05', 'ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14']
    expect(types.sort()).toEqual(expectedTypes)
  })

  test.each([16, 32, 64, 128, 256, 512, 1024])(
    'the icon for Linux is %i pixels wide as its name says',
    (size) => {
      const png = readFileSync(join(build, 'icons', `${size}x${size}.png`))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    },
  )
})
