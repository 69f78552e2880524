import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok } from '../../../contract/app/problems/result.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

const key = 'lwk_a/very+secret"key\\of-this-test'
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

async function startAgain(): Promise<void> {
  await app.core.close()
  app = await startApp(folder)
}

const log = () => readFileSync(join(folder, 'errors.log'), 'utf8')
const notices = async () => (await app.get('app.state', {})).notices

async function learnKey(): Promise<void> {
  const profile = { name: 'Acme', baseUrl: 'https://links.example.invalid' }
  expect(await app.call('profiles.save', { profile, key })).toMatchObject({ ok: true })
}

test('an exception is stored immediately, and reported at the next start', async () => {
  app.core.recordUncaughtError('exception', new Error('out of cheese'))
  expect(log()).toContain('out of cheese')
  await startAgain()
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title: 'Linkwright closed because of a bug' })
  expect(notice?.report?.name).toMatch(/^linkwright-report-\d{4}-\d\d-\d\d\.txt$/)
  expect(notice?.report?.text).toMatch(/^Linkwright 0\.0\.0-test\n/)
  expect(notice?.report?.text).toContain('Error: out of cheese\n    at ')
})

test('the report and the log contain neither a key nor the user’s name', async () => {
  await learnKey()
  const cause = new Error(`with ${key} at ${encodeURIComponent(key)}`)
  app.core.recordUncaughtError('exception', new Error(`in ${join(homedir(), 'secret plans')}`, { cause }))
  const files = readdirSync(folder).filter((name) => /\.(txt|log)$/.test(name))
  expect(files.sort()).toEqual(['errors.log', 'problem-report.txt'])
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text).toContain('with [project key] at [project key]')
    expect(text).toMatch(/in ~.secret plans/)
    expect(text).not.toContain(homedir())
  }
})

test('the report is reported again until it is dismissed; the log keeps it then', async () => {
  app.core.recordUncaughtError('exception', new Error('once'))
  await startAgain()
  await startAgain()
  const [notice] = await notices()
  await app.get('app.dismissNotice', { id: notice?.id ?? '' })
  await startAgain()
  expect(await notices()).toEqual([])
  expect(log()).toContain('once')
})

test('deleting the report removes all of it', async () => {
  app.core.recordUncaughtError('exception', new Error('delete me'))
  await startAgain()
  const [notice] = await notices()
  expect(await app.call('app.deleteReport', { id: notice?.id ?? '' })).toEqual(ok(null))
  expect(await notices()).toEqual([])
  expect(readdirSync(folder).filter((name) => /^(errors|problem)/.test(name))).toEqual([])
})

test('deleting an unknown report deletes nothing', async () => {
  app.core.recordUncaughtError('exception', new Error('still there'))
  await startAgain()
  expect(await app.call('app.deleteReport', { id: 'unknown' })).toEqual(ok(null))
  expect(log()).toContain('still there')
})

test('an unhandled promise rejection is reported once, and the app continues', async () => {
  app.core.recordUncaughtError('rejection', new Error('first'))
  app.core.recordUncaughtError('rejection', new Error('second'))
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title: 'Something went wrong inside Linkwright' })
  expect(notice?.report?.text).toContain('first')
  expect(log()).toContain('second')
})

test('after a rejection and an exception, the exception is reported', async () => {
  app.core.recordUncaughtError('rejection', new Error('first'))
  app.core.recordUncaughtError('exception', new Error('second'))
  app.core.recordUncaughtError('exception', new Error('while closing'))
  await startAgain()
  expect((await notices()).map(({ report }) => report?.text)).toEqual([
    expect.stringMatching(/Error: second/) as string,
  ])
})

const throwing = {
  get stack(): string {
    throw new Error('from the getter')
  },
}
const circular = new Error('round')
circular.cause = circular

test.each([
  ['nothing', undefined],
  ['an object without a prototype', Object.create(null)],
  ['a getter that throws', throwing],
  [
    'an error whose getters throw',
    Object.defineProperties(new Error('x'), Object.getOwnPropertyDescriptors(throwing)),
  ],
  ['a symbol', Symbol('s')],
  ['an error that is its own cause', circular],
  ['a proxy that throws', new Proxy(new Error('p'), { get: () => { throw new Error('no') } })], // oxfmt-ignore
] as [string, unknown][])('%s can be thrown without breaking the report', async (_name, thrown) => {
  app.core.recordUncaughtError('exception', thrown)
  expect(log()).toMatch(/"call":"uncaught exception\. Linkwright closed"/)
  await startAgain()
  expect(await notices()).toHaveLength(1)
})

test('crash reports and the error log are limited in size', () => {
  const long = new Error('x'.repeat(2_000_000))
  for (let count = 0; count < 200; count++) app.core.recordUncaughtError('exception', long)
  const sizes = ['errors.log', 'errors.old.log', 'problem-report.txt'].map(
    (name) => statSync(join(folder, name)).size,
  )
  for (const size of sizes) expect(size).toBeLessThan(300_000)
})

test('a foreign report file is not read completely', async () => {
  writeFileSync(join(folder, 'problem-report.txt'), 'y'.repeat(5_000_000))
  await startAgain()
  for (const { report } of await notices()) expect(report?.text.length).toBeLessThan(20_000)
})

test('a crash report is in the documented files and in the support bundle', async () => {
  app.core.recordUncaughtError('exception', new Error('for support'))
  expect((await app.get('activity.bundle', {})).text).toContain('for support')
})
