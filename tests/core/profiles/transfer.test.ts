import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createInput, testKey } from '../harness/profile.ts'

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

const save = (name: string, more = {}) =>
  app.get('profiles.save', {
    profile: { name, baseUrl: `https://${name.toLowerCase()}.example`, ...more },
    key: testKey,
  })
const names = async () => (await app.get('app.state', {})).profiles.map(({ name }) => name)

describe('profiles', () => {
  it('profiles keep colour, notes and “no app” if a change leaves them out', async () => {
    const { id } = await save('Shop', { color: 'grape', notes: 'For the shop', hasApp: false })
    const profile = { name: 'Store', baseUrl: 'https://shop.example' }
    expect(await app.get('profiles.save', { id, profile })).toMatchObject({
      color: 'grape',
      notes: 'For the shop',
      hasApp: false,
    })
  })

  it('profiles have an app unless they say otherwise, even in a file of profiles', async () => {
    expect(await save('Shop')).toMatchObject({ hasApp: true })
    const { id } = await save('Blog', { hasApp: false })
    const { text } = await app.get('profiles.export', { ids: [id] })
    await app.get('profiles.remove', { id })
    const { added } = await app.get('profiles.import', { text })
    expect(added).toMatchObject([{ name: 'Blog', hasApp: false }])
  })

  it('profiles can be reordered', async () => {
    const [a, b, c] = [await save('A'), await save('B'), await save('C')]
    await app.get('profiles.reorder', { ids: [c.id, a.id] })
    expect(await names()).toEqual(['C', 'A', 'B'])
    await app.get('profiles.reorder', { ids: [b.id, 'gone'] })
    expect(await names()).toEqual(['B', 'C', 'A'])
  })

  it('a copied profile follows the original, without its key', async () => {
    const a = await save('A', { color: 'red' })
    await save('B')
    expect(await app.get('profiles.duplicate', { id: a.id })).toMatchObject({
      name: 'A copy',
      color: 'red',
      key: 'none',
    })
    await app.get('profiles.duplicate', { id: a.id })
    expect(await names()).toEqual(['A', 'A copy 2', 'A copy', 'B'])
  })

  it('a profile copied in two windows at once gets two different names', async () => {
    const { id } = await save('A')
    await Promise.all([1, 2].map(() => app.get('profiles.duplicate', { id })))
    expect((await names()).toSorted()).toEqual(['A', 'A copy', 'A copy 2'])
  })

  it('profiles report how many links a removal would leave behind', async () => {
    const { id } = await app.get('profiles.tryLocal', {})
    await app.get('links.create', createInput({ profileId: id, environment: 'production' }))
    expect(await app.get('profiles.usage', { id })).toEqual({ links: 1 })
    await app.get('profiles.remove', { id })
    expect((await app.get('links.list', {})).records).toMatchObject([{ profileName: 'This computer' }])
  })
})

describe('a file of profiles', () => {
  it('a file of profiles with a project key in its notes adds no profile with that key', async () => {
    const { id } = await save('Shop', { notes: 'The key is NOTHERE' })
    const { text } = await app.get('profiles.export', { ids: [id] })
    await app.get('profiles.remove', { id })
    await save('Other')
    const withKey = text.replace('"The key is NOTHERE"', JSON.stringify(`The key is ${testKey}`))
    const { added, skipped } = await app.get('profiles.import', { text: withKey })
    expect(added).toEqual([])
    expect(skipped).toMatchObject([
      { name: 'Shop', why: expect.stringContaining('The key is in its name') as string },
    ])
    expect(app.answers.join()).not.toContain(testKey)
  })

  it('a file of profiles adds none whose name looks like another, and spells out the hidden character', async () => {
    const { id } = await save('Shop')
    const { text } = await app.get('profiles.export', { ids: [id] })
    const hostile = text.replace('"Shop"', JSON.stringify('Sh\u200bop\u202E'))
    const { added, skipped } = await app.get('profiles.import', { text: hostile })
    expect(added).toEqual([])
    expect(skipped).toEqual([
      { name: 'Sh<U+200B>op<U+202E>', why: expect.stringContaining('name: Contains an invisible') as string },
    ])
    // Emoji and scripts that need joiners keep them.
    for (const name of ['👩\u200d💻 Team', 'می\u200cخواهم']) {
      const { added: needed } = await app.get('profiles.import', { text: text.replace('Shop', name) })
      expect(needed.map((profile) => profile.name)).toEqual([name])
    }
  })

  it('a file of profiles imported in two windows at once adds each profile once', async () => {
    const { id } = await save('Shop')
    const { text } = await app.get('profiles.export', { ids: [id] })
    await app.get('profiles.remove', { id })
    const imported = await Promise.all([1, 2].map(() => app.get('profiles.import', { text })))
    expect(imported).toMatchObject([
      { added: [{ name: 'Shop' }], skipped: [] },
      { added: [], skipped: [{ name: 'Shop' }] },
    ])
    expect(await names()).toEqual(['Shop'])
  })

  it('a file of profiles transfers them to another computer without their keys', async () => {
    const shop = await save('Shop', { color: 'lime', notes: 'n', linkHosts: ['go.shop.example'] })
    await save('Other')
    await app.get('profiles.tryLocal', {})
    const { name, text } = await app.get('profiles.export', {})
    expect(name).toBe('linkwright-profiles.json')
    expect(text).not.toContain('This computer')
    expect((await app.get('profiles.export', { ids: [shop.id] })).text).not.toContain('Other')
    expect(text).not.toContain(testKey)

    const otherFolder = await temporaryFolder()
    const second = await startApp(otherFolder)
    const { added, skipped } = await second.get('profiles.import', { text })
    expect(skipped).toEqual([])
    expect(added[0]).toEqual({ ...shop, id: added[0]?.id, key: 'none' })
    expect((await second.get('app.state', {})).current?.profileId).toBe(added[0]?.id)
    expect((await second.get('profiles.import', { text })).skipped).toEqual([
      { name: 'Shop', why: 'It is already in your list.' },
      { name: 'Other', why: 'It is already in your list.' },
    ])
    await second.core.close()
    await removeFolder(otherFolder)
  })

  it('a file of profiles may be partly wrong: the rest is imported, and a key in it is not read', async () => {
    const file = {
      format: 'linkwright-profiles',
      version: 1,
      profiles: [
        { name: 'Good', baseUrl: 'good.example', key: 'sneaked-in-key', keyAt: 'keychain', id: 'x' },
        { name: 'Insecure', baseUrl: 'http://bad.example' },
        { baseUrl: 'https://nameless.example' },
        7,
      ],
    }
    const { added, skipped } = await app.get('profiles.import', { text: JSON.stringify(file) })
    expect(added).toMatchObject([{ name: 'Good', key: 'none' }])
    expect(skipped.map(({ name }) => name)).toEqual(['Insecure', 'Profile 3', 'Profile 4'])
    expect(skipped[0]?.why).toContain('could read the project key')
    expect(app.answers.join('')).not.toContain('sneaked')
  })

  it.each(['', '[]', '{"format":"linkwright-profiles","version":2,"profiles":[]}', '{"profiles":[]}'])(
    'a file of profiles is rejected if it is something else: %j',
    async (text) => {
      expect(await app.problem('profiles.import', { text })).toEqual({ code: 'file_not_profiles' })
    },
  )
})
