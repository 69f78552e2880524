import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRowChecks } from '../../../../core/handlers/runRowChecks.ts'
import { createInFlight } from '../../../../core/inFlight.ts'
import { createJobs } from '../../../../core/jobs.ts'
import { createAnnouncedServices, createServiceStore } from '../../../../core/library/services.ts'
import { createRuleStore } from '../../../../core/library/rules.ts'
import { createLongWork } from '../../../../core/longWork.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import { createTestRunRows, insertRun } from '../../harness/runs.ts'

const baseUrl = 'https://l.example/api'
const announcement = {
  announced: true,
  created: false,
  visits: true,
  changes: true,
  paths: false,
  lookup: true,
  rules: true,
  list: false,
  images: false,
}

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

/** A run with an address that only our own service refuses. `beforeNext` is called before each batch of a check. */
function openChecks(beforeNext: (learn: () => void) => void = () => undefined) {
  const { database } = testLibrary(folder)
  const store = createServiceStore(database)
  const services = createAnnouncedServices(store.save)
  const learn = () => services.learn('p', baseUrl, announcement)
  const run = insertRun(database, { header: ['URL'], rows: [['htp:/broken']] })
  const rows = createTestRunRows(database)
  const remote = new Proxy(rows, {
    get:
      (_, name: keyof typeof rows) =>
      async (...input: never[]) => {
        if (name === 'nextCheck') beforeNext(learn)
        return await (rows[name] as (...values: never[]) => unknown)(...input)
      },
  })
  const profile = { id: 'p', kind: 'remote', baseUrl, linkHosts: [] }
  const checks = createRowChecks({
    rules: createRuleStore(database),
    runRows: remote,
    settings: { get: () => ({ profiles: [profile] }) },
    services,
    jobs: createJobs({ longWork: createLongWork(), inFlight: createInFlight(), reportBug: () => undefined }),
  } as never)
  return { checks, learn, run: () => rows.run(run), id: run, close: () => database.sql.close() }
}

it('what a service announces during a check is applied to every row before the check ends', async () => {
  const { checks, id, run, close } = openChecks((learn) => learn())
  await checks.checkAll(id)
  expect(run()).toMatchObject({ checked: true, counts: { faulty: 1, ready: 0 } })
  close()
})

it('what a service announces after a check makes the rows checked again as soon as the run is read', async () => {
  const { checks, id, learn, run, close } = openChecks()
  checks.checkIfReset(run())
  expect(run().checked).toBe(false)
  await checks.checkAll(id)
  expect(run()).toMatchObject({ checked: true, counts: { ready: 1 } })
  learn()
  expect(run().checked).toBe(false)
  checks.checkIfReset(run())
  await checks.settled(id)
  expect(run()).toMatchObject({ checked: true, counts: { faulty: 1 } })
  close()
})

it('a check that another one replaces ends when the rows are checked', async () => {
  const { checks, id, run, close } = openChecks()
  await Promise.all([checks.checkAll(id).then(() => expect(run().checked).toBe(true)), checks.checkAll(id)])
  checks.leaveUnchecked(id)
  close()
})
