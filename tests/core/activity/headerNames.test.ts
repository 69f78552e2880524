import { expect, it } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'

const key = 'pk_live&51hxabcdef~zz'
const bytes = [...Buffer.from(key)]

/** Spellings of the key that are valid header names. Names arrive in lower case, so base64 can't be decoded. */
const names = [
  key,
  encodeURIComponent(key).toLowerCase(),
  bytes.map((byte) => `%${byte.toString(16)}`).join(''),
]

it("a key in the name of an answer's header is masked", async () => {
  const folder = await temporaryFolder()
  const app = await startApp(folder, {}, { pause: instantPause })
  const echo = Object.fromEntries(names.map((name) => [name, 'a value']))
  const service = await startServer((_request, response) =>
    json(response, 200, { link: 'https://l.example/Ab3' }, echo),
  )
  await app.get('links.create', createInput(await connectProfile(app, service.origin, key)))
  const { entries } = await app.get('activity.list', {})
  const entry = entries.find(({ operation }) => operation === 'create')
  const { answer } = await app.get('activity.get', { id: entry?.id ?? 0 })
  const bundle = await app.get('activity.bundle', {})
  await app.core.close()
  await service.stop()
  await removeFolder(folder)

  expect(answer).toContain('[project key]: a value')
  for (const spelling of names) {
    expect(answer).not.toContain(spelling)
    expect(bundle.text).not.toContain(spelling)
  }
})
