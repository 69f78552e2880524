import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Desktop } from './standin/boot.ts'
import { createTestFolder } from './standin/testFolder.ts'
import type { TestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
let testFolder: TestFolder
let desktop: Desktop

beforeEach(async () => {
  testFolder = await createTestFolder()
  desktop = await testFolder.start()
})
afterEach(() => testFolder.cleanUp())

async function get<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const result = (await desktop.ask('invoke', page, [name, input])) as Result<CallOutput<N>>
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
  return result.value
}

const keptAwake = async () => (await desktop.ask('journal')).keptAwake
const readRun = async (id: string) => await get('runs.get', { id })

test('a run keeps the computer awake, sends nothing while it sleeps, and continues afterwards', async () => {
  const { id: profileId } = await get('profiles.tryLocal', {})
  const target = { profileId, environment: 'development' } as const
  const id = randomUUID()
  const rows = 200
  const values = Array.from({ length: rows }, (_, index) => `Row ${index + 1}`)
  await get('runs.prepare', { id, ...target, source: { kind: 'lists', lists: [{ name: 'Title', values }] } })
  await get('runs.move', { event: 'start', id, count: rows })
  await expect.poll(async () => (await readRun(id)).run.state).toBe('tried')
  await expect.poll(keptAwake).toEqual([true, false])
  await desktop.ask('fallAsleep')
  await get('runs.move', { event: 'resume', id })
  await expect.poll(async () => (await readRun(id)).run.state).toBe('running')
  // Links that a user creates are not delayed. Meanwhile, a run would have sent many rows.
  for (let count = 0; count < 10; count++)
    await get('links.create', { id: randomUUID(), ...target, request: { title: `By hand ${count}` } })
  expect((await readRun(id)).run.counts.created).toBe(1)
  expect(await keptAwake()).toEqual([true, false, true])
  await desktop.ask('wakeUp')
  await expect.poll(async () => (await readRun(id)).run.state).toBe('done')
  expect((await readRun(id)).run.counts.created).toBe(rows)
  await expect.poll(keptAwake).toEqual([true, false, true, false])
})
