import { afterEach, beforeEach, expect, test } from 'vitest'
import { enrolmentLink } from '../../contract/service/keys/enrolmentLink.ts'
import { findPath, windowPaths } from '../../contract/app/window/windowPath.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const link = 'https://links.example.com/Ab3'
const address = `linkwright://find?url=${encodeURIComponent(link)}`
const otherAddress = `linkwright://find?url=${encodeURIComponent(`${link}4`)}`
let testFolder: TestFolder

beforeEach(async () => {
  testFolder = await createTestFolder()
})
afterEach(() => testFolder.cleanUp())

const start = (args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Desktop> =>
  testFolder.start({ args, env })

test('a link that the app was started with waits for the window, which opens it once', async () => {
  const desktop = await start(['--', address])
  expect(await desktop.ask('take', page)).toBe(findPath(link))
  expect(await desktop.ask('take', page)).toBeNull()
})

const service = 'https://links.example.com/api/v1/sdk'
const invitation = `lwk_invite_${'a'.repeat(40)}`
const invitationAddress = enrolmentLink({ service, invitation })

test.each<[string, (desktop: Desktop) => Promise<unknown>]>([
  ['the start of the app', () => Promise.resolve()],
  [
    'a second start',
    (desktop) => desktop.ask('emit', 'second-instance', ['linkwright', invitationAddress], testFolder.path),
  ],
  ['macOS', (desktop) => desktop.ask('emit', 'open-url', invitationAddress)],
])(
  'an invitation from %s reaches the app once, and the window only as a path',
  async (how, passInvitation) => {
    const desktop = await start(how.startsWith('the start') ? ['--', invitationAddress] : [])
    await passInvitation(desktop)
    expect(await desktop.ask('take', page)).toBe(windowPaths.invitation)
    const open = () => desktop.ask('invoke', page, ['enrolment.open', {}])
    const opened = await open()
    expect(opened).toMatchObject({ ok: true, value: { service } })
    expect(JSON.stringify(opened)).not.toContain(invitation)
    expect(await open()).toEqual({ ok: true, value: null })
  },
)

test('several invitations wait for the app in order, each once, and no more than five', async () => {
  const address = (name: string) =>
    enrolmentLink({ service: `https://${name}.example.com/api/v1/sdk`, invitation })
  const desktop = await start(['--', address('a')])
  for (const name of ['b', 'a', 'c', 'd', 'e', 'f']) await desktop.ask('emit', 'open-url', address(name))
  const hosts = []
  for (let count = 0; count < 6; count++) {
    const { value } = (await desktop.ask('invoke', page, ['enrolment.open', {}])) as {
      value: { service: string } | null
    }
    hosts.push(value && new URL(value.service).host[0])
  }
  expect(hosts).toEqual(['a', 'b', 'c', 'd', 'e', null])
})

test("only the app's own page receives an open request", async () => {
  const desktop = await start([address])
  expect(await desktop.ask('take', { origin: 'app://linkwright', main: false })).toBeNull()
  expect(await desktop.ask('take', { origin: 'https://example.com', main: true })).toBeNull()
  expect(await desktop.ask('take', null)).toBeNull()
  expect(await desktop.ask('take', page)).toBe(findPath(link))
})

test('a second start passes its link to the first window, which is shown', async () => {
  const desktop = await start()
  await desktop.ask('emit', 'second-instance', ['linkwright', address], testFolder.path)
  const { windows, sent } = await desktop.ask('journal')
  expect(windows).toHaveLength(1)
  expect(windows[0]?.done.slice(-2)).toEqual(['show', 'focus'])
  expect(sent).toEqual([['open-request']])
  expect(await desktop.ask('take', page)).toBe(findPath(link))
})

test('a second start without a link opens nothing', async () => {
  const desktop = await start()
  await desktop.ask(
    'emit',
    'second-instance',
    ['linkwright', '--data-dir=x', 'https://example.com/'],
    testFolder.path,
  )
  expect(await desktop.ask('take', page)).toBeNull()
})

test('macOS may hand a link over before the app is ready', async () => {
  const desktop = await start([], { STANDIN_OPEN_URL: address })
  expect(await desktop.ask('take', page)).toBe(findPath(link))
})

test('a later link replaces an earlier one', async () => {
  const desktop = await start()
  await desktop.ask('emit', 'open-url', address)
  await desktop.ask('emit', 'open-url', otherAddress)
  expect((await desktop.ask('journal')).windows[0]?.done.slice(-2)).toEqual(['show', 'focus'])
  expect(await desktop.ask('take', page)).toBe(findPath(`${link}4`))
})

test.each(['linkwright://settings', 'javascript:alert(1)', `${address}&profile=acme`])(
  'macOS handing over %s changes nothing',
  async (url) => {
    const desktop = await start()
    const journalBefore = await desktop.ask('journal')
    await desktop.ask('emit', 'open-url', url)
    expect(await desktop.ask('journal')).toEqual(journalBefore)
    expect(await desktop.ask('take', page)).toBeNull()
  },
)
