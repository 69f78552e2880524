import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RowState } from '../../../contract/app/runs/run.ts'
import { errorCode } from '../../../core/folder/codedError.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { checkAll, insertRun, ours, createTestRunRows, readRowsShown } from '../harness/runs.ts'
import { rowTitle } from '../harness/run.ts'
import { answers, createModelService, startModelApp } from './modelApp.ts'
import type { Answer } from './modelApp.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const rowCount = 6
const answer = fc.record({ do: fc.constant('answer' as const), how: fc.constantFrom(...answers) })
const step = fc.oneof(
  { weight: 5, arbitrary: answer },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('start', 'resume', 'pause', 'cancel', 'reopen', 'retry', 'settle'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart' as const), how: fc.constantFrom(...answers) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('skip' as const),
      number: fc.integer({ min: 1, max: rowCount }),
      skip: fc.boolean(),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Runs everything that doesn't wait for the service. */
async function flushPending() {
  for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate)
}

/** A run of a few rows at a model of a service, and the actions on it. */
async function startModel(isOurs: boolean) {
  const { database } = library
  const service = createModelService(isOurs)
  const rows = createTestRunRows(database)
  const titles = Array.from({ length: rowCount }, (_, at) => [rowTitle(at + 1)])
  const id = insertRun(database, { header: ['Title'], rows: titles })
  await checkAll(rows, id)
  service.maxConcurrentCreates = () =>
    ({ trying: 1, running: rowCount })[app.runs.get(id).state as string] ?? 0
  const start = () => startModelApp(database, service, isOurs)
  let app = start()
  const restart = async (how: Answer) => {
    await app.end(how)
    app = start()
  }
  /** What isn't possible in the run's state changes nothing. */
  const ifPossible = async (act: () => unknown) => {
    try {
      await act()
    } catch (error) {
      if (errorCode(error) === null) throw error
    }
  }
  const applyAction = async (next: Step): Promise<void> => {
    if (next.do === 'answer') service.answer(next.how)
    else if (next.do === 'skip')
      await ifPossible(() => rows.skip(id, { which: [next.number], skip: next.skip }, ours))
    else if (next.do === 'restart') await restart(next.how)
    else if (next.do === 'kill') {
      app.kill()
      app = start()
    } else await ifPossible(() => call(next.do))
  }
  const call = async (name: 'start' | 'resume' | 'pause' | 'cancel' | 'reopen' | 'retry' | 'settle') => {
    const count = app.runs.get(id).counts.ready
    // It waits for answers, which are separate steps.
    if (name === 'settle') void ifPossible(() => app.handlers['runs.settle']({ id, confirmSender: false }))
    else if (name !== 'start') await app.handlers['runs.move']({ id, event: name })
    else if (count > 0) await app.handlers['runs.move']({ event: 'start', id, count })
  }
  return { id, service, rows, applyAction, run: () => app.runs.get(id), bugs: () => app.bugs }
}
type StartedModel = Awaited<ReturnType<typeof startModel>>

/** Checks the invariants. */
async function expectInvariants({ id, service, rows, run, bugs }: StartedModel) {
  expect(bugs()).toEqual([])
  expect(service.violations).toEqual([])
  const { state, counts } = run()
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(rowCount)
  if (state === 'done') expect(counts.ready + counts.pending).toBe(0)
  if (state === 'preparing' || state === 'cancelled') return
  for (const row of await readRowsShown(rows, id)) {
    const stored = service.stored.get(row.cells[0] ?? '')
    if (row.state === 'created') expect(row.link).toBe(stored)
    const isUnsent: RowState[] = ['ready', 'failed', 'skipped']
    if (isUnsent.includes(row.state)) expect(stored).toBeUndefined()
  }
}

/** Resumes the run until its end, at a service that creates everything. */
async function finishRun({ service, applyAction, run }: StartedModel) {
  service.createAll()
  for (let turn = 0; turn < 50; turn++) {
    await flushPending()
    const { state, counts } = run()
    if (state === 'done' || (state === 'preparing' && counts.ready === 0)) return
    if (state === 'preparing') await applyAction({ do: 'start' })
    else await applyAction({ do: 'resume' })
  }
}

/** After a pause and an immediate resume, the first link is still in flight. */
const repeatedPauses: Step[] = [
  { do: 'start' },
  { do: 'pause' },
  { do: 'start' },
  { do: 'pause' },
  { do: 'start' },
  { do: 'pause' },
  { do: 'answer', how: 'made' },
]

/** Our service rejects the repeated create of a killed app, so that its row can be sent again. */
const rejectedAfterKill: Step[] = [
  { do: 'start' },
  { do: 'kill' },
  { do: 'settle' },
  { do: 'answer', how: 'refused' },
  { do: 'retry' },
]

it.each([
  ['our own service', true],
  ['another service', false],
])('each row is sent once and has an outcome, whatever happens to a run at %s', async (_, isOurs) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model = await startModel(isOurs)
      for (const next of steps) {
        await applyStep(model, next)
        await expectInvariants(model)
      }
      await finishRun(model)
      await expectInvariants(model)
      expect(model.run().counts).toMatchObject({ ready: 0, pending: 0 })
    }),
    { numRuns: 60, examples: [[repeatedPauses], [rejectedAfterKill]] },
  )
})

async function applyStep(model: StartedModel, next: Step) {
  await model.applyAction(next)
  await flushPending()
}
