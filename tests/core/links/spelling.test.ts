import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { formFromRecord } from '../../../renderer/link/formFrom.ts'
import { groupFields } from '../../../renderer/link/groups.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
let target: ProfileTarget
/** The service's answer to a lookup. */
let answer = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterAll(async () => {
  await app.core.close()
  await removeFolder(folder)
})
beforeEach(async () => {
  server = await startServer((request, response) => {
    if (request.method === 'POST') json(response, 201, { link: 'https://l.example/Ab3dEf7' })
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer)
  })
  target = await connectProfile(app, server.origin)
})
afterEach(async () => {
  await server.stop()
})

/** The link as the service stores it, with one spelling for every number. */
const answerWith = (number: string) =>
  `{"link": {"id": ${number}, "title": "A", "data": {"n": ${number}, "b": 1}, "clicks": ${number}, "x": [${number}]}}`

/** Returns everything that the drawer and *Find* show of a link, by name. */
function readShown(stored: Parameters<typeof groupFields>[0]): Record<string, unknown> {
  const fields = groupFields(stored).flatMap((group) => group.fields)
  return { ...Object.fromEntries(fields.map(({ name, value }) => [name, value])), data: stored.data }
}

async function expectSpelling(number: string): Promise<void> {
  answer = answerWith(number)
  const expected = {
    ID: number,
    clicks: number,
    x: `[${number}]`,
    data: `{"n": ${number}, "b": 1}`,
  }
  const data = `{"b": 1, "n": ${number}}`
  const created = await app.get('links.create', createInput(target, { title: 'A', data }))
  expect(created.differences, number).toEqual([])
  for (const record of [created, await app.get('links.get', { id: created.id })]) {
    expect(record.answer).toBe(answer)
    expect(record.stored && readShown(record.stored)).toMatchObject(expected)
    expect(formFromRecord({ ...record, request: null }).data).toBe(expected.data)
  }
  const found = await app.get('links.find', { text: 'Ab3dEf7', ...target })
  expect(found.raw).toBe(answer)
  expect(readShown(found.link)).toMatchObject(expected)
}

it.each([
  '9223372036854775807',
  '1.50',
  '-0',
  '1E+2',
  '1e400',
  '12345678901234567890.0',
  '0.1000000000000000055511151231257827',
])('%s is shown as the service spelled it: when created, in Links and in Find', expectSpelling)

it('any number is shown as the service spelled it', async () => {
  const digits = (min: number) =>
    fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: min, maxLength: 25 })
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        fc.constant('0'),
        digits(1).map((text) => `1${text}`),
      ),
      fc.oneof(
        fc.constant(''),
        digits(1).map((text) => `.${text}`),
      ),
      fc.constantFrom('', 'e5', 'E-7', 'e+300'),
    )
    .map((parts) => parts.join(''))
    .filter((text) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text))
  await fc.assert(fc.asyncProperty(number, expectSpelling), { numRuns: 25 })
})

it('a different number is reported with both spellings', async () => {
  answer = answerWith('9223372036854776000')
  const record = await app.get(
    'links.create',
    createInput(target, { title: 'A', data: '{"n":9223372036854775807,"b":1}' }),
  )
  expect(record.differences).toEqual([
    {
      field: 'data',
      requested: '{"n":9223372036854775807,"b":1}',
      stored: '{"n": 9223372036854776000, "b": 1}',
    },
  ])
})

it('a link that was read stays readable after a restart', async () => {
  answer = answerWith('1.50')
  const { id } = await app.get('links.create', createInput(target, { title: 'A' }))
  await app.core.close()
  app = await startApp(folder)
  const [record] = (await app.get('links.list', {})).records
  expect(record).toMatchObject({ id, answer })
  expect(record?.stored && readShown(record.stored)).toMatchObject({ ID: '1.50' })
})
