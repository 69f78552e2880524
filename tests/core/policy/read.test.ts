import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noPolicy } from '../../../core/policy/policy.ts'
import { policyLocations, readPolicy } from '../../../core/policy/read.ts'
import { registryValues } from '../../../core/policy/registry.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-policy-'))
  file = join(folder, 'policy.json')
})
afterEach(() => rm(folder, { recursive: true }))

/** Creates a stand-in for a system program that prints a text. */
async function printing(name: string, text: string, code = 0): Promise<string> {
  const program = join(folder, name)
  await writeFile(join(folder, `${name}.txt`), text)
  await writeFile(program, `#!/bin/sh\ncat '${join(folder, name)}.txt'\nexit ${code}\n`)
  await chmod(program, 0o755)
  return program
}

const readFile = async (text: string) => {
  await writeFile(file, text)
  return await readPolicy([{ kind: 'file', file }])
}

test('policies are read only from places that only administrators can write', () => {
  expect(policyLocations('linux', {})).toEqual([{ kind: 'file', file: '/etc/linkwright/policy.json' }])
  expect(policyLocations('linux', { FLATPAK_ID: 'com.linkwright.app' })).toEqual([
    { kind: 'file', file: '/run/host/etc/linkwright/policy.json' },
  ])
  expect(policyLocations('darwin', {})).toMatchObject([
    { kind: 'plist', file: '/Library/Managed Preferences/com.linkwright.app.plist' },
    { kind: 'file', file: '/Library/Application Support/Linkwright/policy.json' },
  ])
  expect(policyLocations('win32', { SystemRoot: 'C:\\Windows', ProgramData: 'D:\\Data' })).toEqual([
    { kind: 'registry', key: 'HKLM\\Software\\Policies\\Linkwright', reg: 'C:\\Windows\\System32\\reg.exe' },
    { kind: 'registry', key: 'HKCU\\Software\\Policies\\Linkwright', reg: 'C:\\Windows\\System32\\reg.exe' },
    { kind: 'file', file: 'D:\\Data\\Linkwright\\policy.json' },
  ])
})

test('nothing is managed without a policy', async () => {
  expect(await readPolicy([{ kind: 'file', file }])).toEqual(noPolicy)
})

describe('a policy file', () => {
  test('a policy file sets the values it contains', async () => {
    const profiles = [{ name: 'Acme', baseUrl: 'https://links.example.com' }]
    const policy = await readFile(
      JSON.stringify({
        profiles,
        allowedServices: ['links.example.com', '*.Example.org'],
        proxy: 'http://proxy.example.com:3128',
        proxyExceptions: '.local',
        updates: false,
        keyStore: 'memory',
        retentionDays: 7,
      }),
    )
    expect(policy).toMatchObject({
      profiles,
      allowedServices: ['links.example.com', '*.example.org'],
      proxy: 'http://proxy.example.com:3128',
      proxyExceptions: '.local',
      authorities: null,
      updates: false,
      keyStore: 'memory',
      warnings: [],
    })
    expect(policy.managed.toSorted()).toEqual([
      'allowedServices',
      'keyStore',
      'profiles',
      'proxy',
      'proxyExceptions',
      'updates',
    ])
  })

  test('a policy file with an unknown key gets a warning, and changes nothing else', async () => {
    const policy = await readFile('{"update": false, "keyStore": "memory"}')
    expect(policy).toEqual({
      ...noPolicy,
      keyStore: 'memory',
      managed: ['keyStore'],
      warnings: [`${file}: “update” isn’t a Linkwright setting.`],
    })
  })

  test.each([
    ['{"proxy": "ftp://proxy"}', 'proxy'],
    ['{"authorities": "no certificate"}', 'authorities'],
    ['{"keyStore": "elsewhere"}', 'keyStore'],
  ])('the policy file %s causes a warning, and leaves the choice to the user', async (text, key) => {
    expect(await readFile(text)).toEqual({ ...noPolicy, warnings: [`${file}: “${key}” can’t be used.`] })
  })

  test('a policy file with an invalid value still restricts', async () => {
    expect(await readFile('{"updates": "no"}')).toMatchObject({ updates: false, managed: ['updates'] })
    expect(await readFile('{"updates": "repository"}')).toMatchObject({ updates: 'repository', warnings: [] })
    expect(await readFile('{"allowedServices": "links.example.com"}')).toMatchObject({ allowedServices: [] })
    expect(await readFile('{"allowedServices": ["links.example.com", "https://x/"]}')).toMatchObject({
      allowedServices: ['links.example.com'],
      warnings: [expect.stringContaining('has 1 that can’t be used')],
    })
  })

  test.each(['', '[', '[]', 'null', ' '.repeat(1_000_001)])(
    'a policy file that is not an object turns updates off',
    async (text) => {
      expect(await readFile(text)).toEqual({
        ...noPolicy,
        updates: false,
        managed: ['updates'],
        warnings: [`${file} can’t be read. Updates are off until it can be.`],
      })
    },
  )

  test('a policy file that is a folder cannot be read either', async () => {
    await mkdir(file)
    expect(await readPolicy([{ kind: 'file', file }])).toMatchObject({ updates: false, managed: ['updates'] })
  })

  test('a policy file may begin with the byte order mark that Windows editors write', async () => {
    expect(await readFile('\uFEFF{"updates": true}')).toMatchObject({ updates: true, warnings: [] })
  })
})

/** As `reg.exe query` prints it. */
const printed = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Linkwright`,
  '    (Default)    REG_SZ    (value not set)',
  '    proxy    REG_SZ    http://proxy.example.com:3128',
  '    updates    REG_DWORD    0x0',
  '    retentionDays    REG_DWORD    0x5a',
  String.raw`    allowedServices    REG_MULTI_SZ    links.example.com\0*.example.org`,
  '    profiles    REG_SZ    [{"name":"Acme    Inc","baseUrl":"https://links.example.com"}]',
  '    proxyExceptions    REG_SZ    ',
  '',
].join('\r\n')

describe.skipIf(process.platform === 'win32')('the registry', () => {
  const key = String.raw`HKLM\Software\Policies\Linkwright`

  test('the registry has the same settings as numbers, texts and lists', async () => {
    const reg = await printing('reg.exe', printed)
    expect(await readPolicy([{ kind: 'registry', key, reg }])).toMatchObject({
      proxy: 'http://proxy.example.com:3128',
      proxyExceptions: '',
      updates: false,
      allowedServices: ['links.example.com', '*.example.org'],
      profiles: [{ name: 'Acme    Inc' }],
      warnings: [],
    })
  })

  test('the registry overrides the policy file, key by key', async () => {
    const reg = await printing('reg.exe', printed)
    await writeFile(file, '{"proxy": "none", "keyStore": "memory"}')
    const policy = await readPolicy([
      { kind: 'registry', key, reg },
      { kind: 'file', file },
    ])
    expect(policy).toMatchObject({ proxy: 'http://proxy.example.com:3128', keyStore: 'memory' })
  })

  test('the registry without the key sets nothing, and any other failure turns updates off', async () => {
    const missing = await printing('reg.exe', 'ERROR: The system was unable to find the key.', 1)
    expect(await readPolicy([{ kind: 'registry', key, reg: missing }])).toEqual(noPolicy)
    const failing = await printing('broken.exe', '', 5)
    expect(await readPolicy([{ kind: 'registry', key, reg: failing }])).toMatchObject({ updates: false })
  })

  test('the registry is read in linear time for any content', () => {
    const long = `    profiles    REG_SZ    ${' '.repeat(200_000)}\n${'    '.repeat(50_000)}`
    expect(Object.keys(registryValues(long))).toContain('profiles')
  })
})

describe.skipIf(process.platform === 'win32')('managed preferences of macOS', () => {
  test('managed preferences of macOS are read as JSON', async () => {
    await writeFile(file, 'bplist00')
    const plutil = await printing('plutil', '{"updates": false, "keyStore": "memory"}')
    expect(await readPolicy([{ kind: 'plist', file, plutil }])).toMatchObject({
      updates: false,
      keyStore: 'memory',
    })
  })

  test('managed preferences of macOS that cannot be turned into JSON turn updates off', async () => {
    await writeFile(file, 'bplist00')
    const plutil = await printing('plutil', 'invalid object', 1)
    expect(await readPolicy([{ kind: 'plist', file, plutil }])).toMatchObject({ updates: false })
  })

  test.runIf(process.platform === 'darwin')('managed preferences are read by the real macOS', async () => {
    const plist = '<plist version="1.0"><dict><key>keyStore</key><string>memory</string></dict></plist>'
    await writeFile(file, `<?xml version="1.0" encoding="UTF-8"?>${plist}`)
    const policy = await readPolicy([{ kind: 'plist', file, plutil: '/usr/bin/plutil' }])
    expect(policy).toMatchObject({ keyStore: 'memory', warnings: [] })
  })
})
