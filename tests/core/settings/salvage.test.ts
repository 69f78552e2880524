import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'settings.json')
})
afterEach(() => removeFolder(folder))

const profile = (name: string, other: object = {}) => ({
  id: name,
  kind: 'remote',
  name,
  baseUrl: `https://${name}.example/api/v1/sdk`,
  linkHosts: [],
  environmentValues: { production: 'production', development: 'development' },
  color: 'red',
  notes: 'n',
  keyAt: 'keychain',
  ...other,
})
const settingsOf = (profiles: object[], other: object = {}) =>
  JSON.stringify({ version: 1, profiles, appearance: 'dark', copyAtOnce: true, ...other })

function open() {
  const notices = createNotices()
  const settings = openSettings(folder, notices).get()
  return { settings, titles: notices.list().map(({ title }) => title), notices: notices.list() }
}

describe('partly damaged settings', () => {
  it.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('settings in %s with a byte order mark are not damaged', async (_, encode) => {
    await writeFile(file, encode(settingsOf([profile('a'), profile('b')])))
    const { settings, titles } = open()
    expect(settings.profiles.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(titles).toEqual([])
  })

  it.each<[string, object]>([
    ['lacks its address and its name', { baseUrl: undefined, name: undefined }],
    ['has an invalid address', { baseUrl: 'https://' }],
    ['has no id', { id: 7 }],
  ])(
    'damaged settings keep every other profile when one %s; the whole file is set aside and reported',
    async (_, damage) => {
      const text = settingsOf([profile('a'), profile('b', damage), profile('c')])
      await writeFile(file, text)
      const { settings, titles, notices } = open()
      expect(settings).toMatchObject({ appearance: 'dark', copyAtOnce: true })
      expect(settings.profiles.map(({ name, keyAt }) => [name, keyAt])).toEqual([
        ['a', 'keychain'],
        ['c', 'keychain'],
      ])
      expect(titles).toEqual(['Part of the settings couldn’t be read'])
      const quarantinedFile =
        (await readdir(folder)).find((name) => name.startsWith('settings.damaged-')) ?? 'none'
      expect(notices[0]?.text).toContain(quarantinedFile)
      expect(await readFile(join(folder, quarantinedFile), 'utf8')).toBe(text)
      expect(open()).toMatchObject({ titles: [], settings: { profiles: settings.profiles } })
    },
  )

  it.each<[string, object, object]>([
    ['a colour', { profiles: [profile('a', { color: 'plaid' })] }, { color: 'blue', notes: 'n' }],
    ['storage place of its key', { profiles: [profile('a', { keyAt: 7 })] }, { keyAt: 'none' }],
  ])('damaged settings keep a profile and drop its unreadable %s', async (_, other, expectedProfile) => {
    await writeFile(file, settingsOf([], other))
    expect(open().settings.profiles).toMatchObject([{ name: 'a', ...expectedProfile }])
  })

  it.each<[string, object]>([
    ['a setting', { appearance: 'plaid' }],
    ['a nested setting', { network: { proxy: 'none', connectSeconds: -1 } }],
    ['the certificates', { authorities: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['the version', { version: 'one' }],
    ['an unknown setting', { version: undefined }],
  ])('damaged settings lose only %s', async (_, other) => {
    await writeFile(file, settingsOf([profile('a')], other))
    const { settings, titles } = open()
    expect(settings.profiles).toHaveLength(1)
    expect(settings.copyAtOnce).toBe(true)
    expect(titles).toEqual(['Part of the settings couldn’t be read'])
  })
})
