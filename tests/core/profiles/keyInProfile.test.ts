import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileInput } from '../../../contract/app/profile/profile.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

const key = 'pk_live_51HxAbCdEf'
const plain = { name: 'Shop', baseUrl: 'https://shop.example/api/v1/sdk' }

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const withKey: [string, Partial<ProfileInput>][] = [
  ['name', { name: `Shop ${key}` }],
  ['name', { name: Buffer.from(key).toString('base64') }],
  ['baseUrl', { baseUrl: `https://shop.example/${key}` }],
  ['linkHosts', { linkHosts: [`${key.replaceAll('_', '-')}.example`, `${key}.example`] }],
  ['environmentValues.production', { environmentValues: { production: key, development: 'development' } }],
  ['notes', { notes: `The key is ${encodeURIComponent(key)}.` }],
]

describe.each(withKey)('a key in the field %s of its own profile', (field, text) => {
  const profile = { ...plain, ...text }
  const problem = { code: 'key_in_profile', fields: { [`profile.${field}`]: expect.any(String) as string } }

  it('a key in its own profile is rejected when a new profile is saved, and nothing is kept', async () => {
    expect(await app.problem('profiles.save', { profile, key })).toMatchObject(problem)
    expect((await app.get('app.state', {})).profiles).toEqual([])
  })

  it('a key in its own profile is rejected when a profile is changed, and the old profile is kept', async () => {
    const { id } = await app.get('profiles.save', { profile: plain, key })
    expect(await app.problem('profiles.save', { id, profile })).toMatchObject(problem)
    expect((await app.get('app.state', {})).profiles).toMatchObject([plain])
  })

  it('a key in its own profile is rejected when the key is set, and no key is kept', async () => {
    const { id } = await app.get('profiles.save', { profile })
    const replace = { profileId: id, key, environment: 'production', unproven: true } as const
    expect(await app.problem('keys.replace', replace)).toMatchObject(problem)
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ id, key: 'none' }])
  })

  it('a key that an older version left in its own profile is masked in the file of profiles', async () => {
    const { id } = await app.get('profiles.save', { profile: plain })
    await app.core.close()
    const file = join(folder, 'settings.json')
    const settings = JSON.parse(await readFile(file, 'utf8')) as { profiles: object[] }
    settings.profiles = settings.profiles.map((old) => ({ ...old, ...text }))
    await writeFile(file, JSON.stringify(settings))
    app = await startApp(folder)
    // It isn't saved, but it is redacted from then on.
    await app.problem('keys.replace', { profileId: id, key, environment: 'production', unproven: true })
    const exported = (await app.get('profiles.export', {})).text
    expect(exported).toContain('[project key]')
    for (const spelling of [key, Buffer.from(key).toString('hex')]) expect(exported).not.toContain(spelling)
  })
})

it('a key in its own profile is allowed if it is the header’s usual value', async () => {
  const key = 'development'
  expect(await app.get('profiles.save', { profile: plain, key })).toMatchObject(plain)
})
