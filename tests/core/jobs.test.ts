import { describe, expect, it } from 'vitest'
import { createInFlight } from '../../core/inFlight.ts'
import { JobStoppedError, createJobs } from '../../core/jobs.ts'
import type { Work } from '../../core/jobs.ts'
import { createLongWork } from '../../core/longWork.ts'

/** Jobs, and everything they have reported. */
function createTestJobs() {
  const bugs: string[] = []
  const inFlight = createInFlight()
  const jobs = createJobs({
    longWork: createLongWork(),
    inFlight,
    reportBug: (call) => bugs.push(call),
  })
  /** A job that runs until the test ends it. */
  const startHeldJob = () => {
    const end = Promise.withResolvers<undefined>()
    const started = Promise.withResolvers<Work>()
    const id = jobs.start('mark', async (work) => {
      started.resolve(work)
      await end.promise
    })
    return { id, end, started: started.promise }
  }
  return { jobs, inFlight, bugs, startHeldJob }
}

describe('a job', () => {
  it('a job reports its progress and result until it is dismissed', async () => {
    const { jobs, inFlight, startHeldJob } = createTestJobs()
    const { id, end, started } = startHeldJob()
    const work = await started
    expect(jobs.list()).toMatchObject([{ id, kind: 'mark', state: 'running', done: 0, total: null }])
    work.reportProgress(3, 10)
    work.setCounts({ same: 2, gone: 1 })
    jobs.dismiss(id)
    expect(jobs.list()).toMatchObject([{ id, done: 3, total: 10, counts: { same: 2, gone: 1 } }])
    end.resolve(undefined)
    await inFlight.idle()
    expect(jobs.list()).toMatchObject([{ id, state: 'finished', problem: null }])
    jobs.dismiss(id)
    expect(jobs.list()).toEqual([])
  })

  it('the results of a removed run are no longer listed', async () => {
    const { jobs, inFlight } = createTestJobs()
    const run = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
    jobs.start('run', () => Promise.resolve(), { run })
    const other = jobs.start('mark', () => Promise.resolve())
    await inFlight.idle()
    jobs.forgetRun(run)
    expect(jobs.list().map(({ id }) => id)).toEqual([other])
  })

  it('a cancelled job stops, and reports its progress', async () => {
    const { jobs, inFlight } = createTestJobs()
    const id = jobs.start('mark', async ({ signal, reportProgress }) => {
      reportProgress(5, 10)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    jobs.cancel(id)
    await inFlight.idle()
    expect(jobs.list()).toMatchObject([{ state: 'cancelled', done: 5 }])
  })

  it.each([
    ['the disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), 'storage_failed', []],
    ['its own error', new JobStoppedError({ code: 'backup_not_usable' }), 'backup_not_usable', []],
    ['a bug', new Error('oops'), 'bug', ['job.mark']],
  ])('a job that is ended by %s fails with that problem', async (_, error, code, isReported) => {
    const { jobs, inFlight, bugs } = createTestJobs()
    jobs.start('mark', () => Promise.reject(error))
    await inFlight.idle()
    expect(jobs.list()).toMatchObject([{ state: 'failed', problem: { code } }])
    expect(bugs).toEqual(isReported)
  })

  it('a job ends when the app closes', async () => {
    const { jobs, inFlight } = createTestJobs()
    jobs.start('mark', async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw new Error('The app is ending.')
    })
    inFlight.stop()
    await inFlight.idle()
    expect(jobs.list()).toMatchObject([{ state: 'cancelled', problem: null }])
  })

  it('a job that is never dismissed is forgotten after twenty others', async () => {
    const { jobs, inFlight, startHeldJob } = createTestJobs()
    const running = startHeldJob()
    for (let at = 0; at < 25; at++) {
      jobs.start('mark', () => Promise.resolve())
      await inFlight.idleWithin(0)
    }
    running.end.resolve(undefined)
    await inFlight.idle()
    expect(jobs.list()).toHaveLength(20)
  })

  it('a job that a caller awaits is listed while it runs, and returns its result', async () => {
    const { jobs } = createTestJobs()
    const kinds = await jobs.during('mark', () => Promise.resolve(jobs.list().map(({ kind }) => kind)))
    expect(kinds).toEqual(['mark'])
    expect(jobs.list()).toEqual([])
    await expect(jobs.during('mark', () => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
    expect(jobs.list()).toEqual([])
  })
})
