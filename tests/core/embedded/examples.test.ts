import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

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

const listRows = async () => (await app.get('library.search', { view: emptyView })).rows

it('ten examples show channels and search, and are erased at the service and in the library', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const target = { profileId, environment: 'development' } as const
  const own = await app.get('links.create', { id: randomUUID(), ...target, request: { title: 'Own' } })
  await app.get('embedded.addExamples', {})
  const examples = (await listRows()).filter(({ id }) => id !== own.id)
  expect(examples).toHaveLength(10)
  for (const { state, title, tags, environment } of examples) {
    expect({ state, environment }).toEqual({ state: 'created', environment: 'development' })
    expect(title).toMatch(/ \(example\)$/)
    expect(tags).toContain('example')
  }
  expect(new Set(examples.map(({ reportChannel }) => reportChannel)).size).toBeGreaterThan(3)
  expect((await app.get('app.state', {})).examples).toBe(10)

  await app.get('embedded.eraseExamples', {})
  expect((await listRows()).map(({ id }) => id)).toEqual([own.id])
  expect((await app.get('app.state', {})).examples).toBe(0)
  // Undo would bring back links that the service doesn't have.
  expect((await app.get('library.changes', {})).changes).toEqual([])
  const found = { text: examples[0]?.link ?? '', ...target }
  expect((await app.problem('links.find', found)).code).toBe('link_not_found')
  expect((await app.get('links.find', { text: own.link ?? '', ...target })).path).toBe(own.path)
})

it('without the service on this computer, there are no examples', async () => {
  expect((await app.problem('embedded.addExamples', {})).code).toBe('profile_not_found')
})
