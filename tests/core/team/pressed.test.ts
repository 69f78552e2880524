import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let [folder, app, server]: [string, App, TestServer] = [] as never
let atFirstList: () => void
let links: object[]
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
  links = []
  server = await startServer(({ url = '' }, response) => {
    const isList = new URL(url, 'http://x').pathname.endsWith('/links')
    const body = isList ? { links, cursor: 'c', more: false } : { error: 'No.', code: 'link_not_found' }
    json(response, isList ? 200 : 404, body, { 'Link-Service': 'linkwright/1; list' })
    if (isList) atFirstList()
  })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

it('a press while the list is read also brings what was added since', async () => {
  const { profileId } = await connectProfile(app, server.origin)
  const pressed = Promise.withResolvers<unknown>()
  atFirstList = () => {
    atFirstList = () => undefined
    links = [{ path: 'new', access_path: 'https://theirs.example/new', title: 'New', active: true }]
    pressed.resolve(app.get('team.read', { profileId }))
  }
  await app.get('team.read', { profileId })
  expect(await pressed.promise).toMatchObject({ problem: null })
  const { rows } = await app.get('library.search', { view: emptyView, limit: 10 })
  expect(rows.map(({ environment }) => environment).toSorted()).toEqual(['development', 'production'])
})
