import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Job } from '../../../../contract/app/jobs/job.ts'
import { useRunMutation } from '../../../../renderer/api/runs.ts'
import { findPath } from '../../../../contract/app/window/windowPath.ts'
import JobStrip from '../../../../renderer/features/jobs/JobStrip.tsx'
import { findAxeViolations } from '../../axe.ts'
import { expectInTime } from '../../passTime.ts'
import { createRows, createRun } from '../../screens/runs/bulk.tsx'
import { show } from '../../show.tsx'

const running: Job = {
  id: '4d9f3c52-6c0e-4d0c-9d0f-000000000001',
  kind: 'mark',
  state: 'running',
  done: 1_200,
  total: 2_400,
  counts: {},
  problem: null,
  startedAt: '2026-11-22T12:00:00.000Z',
}

/** Renders the job strip with one job, which ends when cancelled and disappears when dismissed. */
async function showStrip(first: Job) {
  let jobs = [first]
  return await show(<JobStrip />, {
    'jobs.list': () => ({ ok: true, value: jobs }),
    'jobs.cancel': () => {
      jobs = jobs.map((job) => ({ ...job, state: 'cancelled' }))
      return { ok: true, value: null }
    },
    'jobs.dismiss': () => {
      jobs = []
      return { ok: true, value: null }
    },
  })
}

test('a job shows its progress, can be cancelled, and disappears when dismissed', async () => {
  await showStrip(running)
  const bar = page.getByRole('progressbar', { name: 'Changing links' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50')
  await expect.element(page.getByText('1,200 of 2,400')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Changing links: cancelled.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('region', { name: 'Notices' })).not.toBeInTheDocument()
})

test('a job without progress shows the number of seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    let done = 3
    await show(<JobStrip />, { 'jobs.list': () => ({ ok: true, value: [{ ...running, done }] }) })
    await expect.element(page.getByText('3 of 2,400')).toBeVisible()
    await expect
      .poll(() => (vi.advanceTimersByTime(1_000), page.getByText(/^\d+ s$/).elements().length))
      .toBe(1)
    done = 4
    await expect
      .poll(() => (vi.advanceTimersByTime(100), page.getByText('4 of 2,400').elements().length))
      .toBe(1)
    await expect.element(page.getByText(/^\d+ s$/)).not.toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test('a failed job says why', async () => {
  await showStrip({ ...running, state: 'failed', problem: { code: 'storage_failed' } })
  await expect.element(page.getByText('Changing links has stopped.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a finished export shows its number of links, and its file can be saved', async () => {
  const endedJob = { ...running, kind: 'export', state: 'finished', counts: { links: 1_200 } } as const
  await showStrip(endedJob)
  await expect.element(page.getByText('1,200 links exported.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save the file' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('an exported file that was saved can only be saved again', async () => {
  await showStrip({ ...running, kind: 'export', state: 'finished', counts: { links: 3, saved: 1 } })
  await expect.element(page.getByText('3 links exported.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save again' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Save the file' }).elements()).toEqual([])
})

test.each([
  [{ rows: 1 }, '1 row exported.'],
  [{ rows: 300 }, '300 rows exported.'],
  [{ tables: 1 }, 'The template is ready to fill in.'],
])('an export of a table says what it contains: %j', async (counts, sentence) => {
  await showStrip({ ...running, kind: 'export', state: 'finished', counts })
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test('a cancelled export has no file', async () => {
  await showStrip({ ...running, kind: 'export', state: 'cancelled' })
  await expect.element(page.getByText('The export was cancelled. No file was created.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Save the file' }).elements()).toEqual([])
})

const checking: Job = { ...running, kind: 'check' }

test('a check of many links shows its result and links to the changed ones', async () => {
  const counts = { same: 2_388, changed: 9, inactive: 2, gone: 1, unanswered: 0 }
  await showStrip({ ...checking, state: 'finished', done: 2_400, counts })
  const sentence = '2,400 links checked: 2,388 the same, 9 changed, 2 off, 1 gone.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  const resultLink = page.getByRole('link', { name: 'Show the 12' })
  expect(resultLink.element().getAttribute('href')).toContain(
    '/links?check=changed&check=inactive&check=gone',
  )
  expect(await findAxeViolations()).toEqual([])
})

test('a check says that it waits because the service requested it', async () => {
  await showStrip({ ...checking, counts: { held: 1 } })
  await expect.element(page.getByText('Waiting, because the service asked to · 1,200 of 2,400')).toBeVisible()
})

test('a stopped check shows its result so far', async () => {
  const problem = { code: 'key_refused' } as const
  await showStrip({ ...checking, state: 'failed', done: 3, counts: { same: 3 }, problem })
  await expect
    .element(page.getByText('Checking links has stopped. 3 links checked: 3 the same.'))
    .toBeVisible()
})

test('remaining checks can be continued or discarded by keyboard', async () => {
  let jobs: Job[] = []
  let links = 1_240
  const calls = await show(<JobStrip />, {
    'jobs.list': () => ({ ok: true, value: jobs }),
    'checks.left': () => ({ ok: true, value: { links } }),
    'checks.resume': () => {
      jobs = [checking]
      return { ok: true, value: { job: checking.id } }
    },
    'jobs.cancel': () => {
      jobs = [{ ...checking, state: 'cancelled', done: 40, counts: { same: 40 } }]
      links = 1_200
      return { ok: true, value: null }
    },
    'checks.discard': () => {
      links = 0
      return { ok: true, value: { links: 1_200 } }
    },
  })
  const offer = page.getByRole('group', { name: 'Links to check' })
  await expect.element(offer.getByText('1,240 links still need to be checked.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('progressbar', { name: 'Checking links' })).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Cancelled. 40 the same.')).toBeVisible()
  await expect.element(offer.getByText('1,200 links still need to be checked.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(calls.map(([name]) => name)).toContain('checks.discard')
})

test('an import shows its result, and the unusable rows can be saved as CSV or as a workbook', async () => {
  const counts = { new: 812, known: 30, foreign: 1, invalid: 3 }
  const job: Job = { ...running, kind: 'import', state: 'finished', counts }
  const calls = await show(<JobStrip />, {
    'jobs.list': () => ({ ok: true, value: [job] }),
    'checks.left': () => ({ ok: true, value: { links: 0 } }),
    'imports.errors': () => ({ ok: true, value: [{ row: 7, error: 'no_link', text: '=SUM(A1)' }] }),
  })
  const sentence =
    '812 added. 30 were there already. 1 was left out (made by other services). 3 rows couldn’t be used.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  const save = async (format: string) => {
    const saved = Promise.withResolvers<string>()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    click.mockImplementation(function (this: HTMLAnchorElement) {
      void fetch(this.href).then(async (file) => saved.resolve(`${this.download}: ${await file.text()}`))
    })
    await page.getByRole('button', { name: 'Save these rows' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    const file = await saved.promise
    click.mockRestore()
    return file
  }
  const csv = await save('CSV')
  expect(csv).toMatch(/^rows-not-imported\.csv: /)
  expect(csv).toContain(`7,This row has no link.,'=SUM(A1)`)
  const workbook = await save('Excel')
  expect(workbook).toMatch(/^rows-not-imported\.xlsx: PK/)
  // Texts of a workbook need no guard.
  expect(workbook).toContain('t="inlineStr"><is><t xml:space="preserve">=SUM(A1)</t>')
  expect(calls).toContainEqual(['imports.errors', { job: job.id }])
})

test.each([
  [{ references: 12 }, '12 links of other services kept for reference.'],
  [{ new: 3, references: 1 }, '3 added. 1 link of another service kept for reference.'],
  [{ new: 800, invalid: 2_400, absentInDevelopment: 2_400 }, '800 added. 2,400 not found in development.'],
  [
    { new: 800, invalid: 9, absentAnywhere: 7 },
    '800 added. 7 not found in production or development. 2 rows couldn’t be used.',
  ],
])(
  'an import says what it kept for reference, and what it did not find in which environment: %j',
  async (counts, sentence) => {
    await showStrip({ ...running, kind: 'import', state: 'finished', counts })
    await expect.element(page.getByText(sentence)).toBeVisible()
  },
)

test.each<[string, Partial<Job>, boolean]>([
  ['a change', {}, true],
  ['an import', { kind: 'import', counts: { new: 3, invalid: 0 } }, true],
  ['an import with rows to look at', { kind: 'import', counts: { new: 3, invalid: 1 } }, false],
  ['an export whose file was not saved', { kind: 'export', counts: { links: 3 } }, false],
  ['a check that found changes', { kind: 'check', counts: { changed: 1 } }, false],
  ['a run with failures', { kind: 'run', counts: { created: 2, failed: 1 } }, false],
  ['a failed job', { state: 'failed', problem: { code: 'storage_failed' } }, false],
])('the result of %s disappears automatically only if there is nothing to do', async (_, job, disappears) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const calls = await showStrip({ ...running, state: 'finished', ...job })
    await expect.element(page.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    const isDismissed = () => calls.some(([name]) => name === 'jobs.dismiss')
    await expectInTime(isDismissed, disappears)
  } finally {
    vi.useRealTimers()
  }
})

test('the last of several results is shown, and the others on request', async () => {
  const createEndedJob = (id: string, links: number): Job => ({
    ...{ ...running, id, kind: 'export', state: 'finished' },
    counts: { links },
  })
  await show(<JobStrip />, {
    'jobs.list': () => ({
      ok: true,
      value: [createEndedJob('a', 1), createEndedJob('b', 2), createEndedJob('c', 3)],
    }),
  })
  await expect.element(page.getByText('3 links exported.')).toBeVisible()
  await expect.element(page.getByText('2 links exported.')).not.toBeVisible()
  await page.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.element(page.getByText('2 links exported.')).toBeVisible()
})

const runJob: Job = { ...running, kind: 'run', run: '4d9f3c52-6c0e-4d0c-9d0f-0000000000aa' }

test('a run of changes is paused, and says what it changed', async () => {
  const job: Job = { ...runJob, kind: 'changeRun', counts: { created: 1_200, failed: 1 } }
  let jobs = [job]
  await show(<JobStrip />, { 'jobs.list': () => ({ ok: true, value: jobs }) })
  await expect.element(page.getByText('1,200 of 2,400 changed · 1 not changed')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'View run' })).toBeVisible()
  jobs = [{ ...job, state: 'finished' }]
  await expect.element(page.getByText('1,200 links changed, 1 not changed.')).toBeVisible()
})

test('the work of a run is shown everywhere except on the run’s own page, where its result counts as seen', async () => {
  const ownPath = `/bulk/${runJob.run ?? ''}`
  const { hook, navigate } = memoryLocation({ path: '/links' })
  let jobs: Job[] = [{ ...runJob, counts: { created: 1_200 } }]
  const strip = (
    <Router hook={hook}>
      <JobStrip />
    </Router>
  )
  const calls = await show(strip, {
    'jobs.list': () => ({ ok: true, value: jobs }),
    'jobs.dismiss': () => {
      jobs = []
      return { ok: true, value: null }
    },
  })
  await expect.element(page.getByText('1,200 of 2,400 created')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'View run' })).toHaveAttribute('href', ownPath)
  navigate('/bulk/4d9f3c52-6c0e-4d0c-9d0f-0000000000bb')
  await expect.element(page.getByText('1,200 of 2,400 created')).toBeVisible()
  navigate(ownPath)
  await expect.element(page.getByRole('region', { name: 'Notices' })).not.toBeInTheDocument()
  jobs = [{ ...runJob, state: 'finished', counts: { created: 2_399, failed: 1 } }]
  await expect.poll(() => calls).toContainEqual(['jobs.dismiss', { id: runJob.id }])
})

test('a check of rows is also shown on its run’s page, which shows no progress of it', async () => {
  const { hook } = memoryLocation({ path: `/bulk/${runJob.run ?? ''}` })
  await show(
    <Router hook={hook}>
      <JobStrip />
    </Router>,
    { 'jobs.list': () => ({ ok: true, value: [{ ...runJob, kind: 'checkRows' }] }) },
  )
  await expect.element(page.getByText('Checking rows')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
})

test('checks of two runs at the same time name their runs', async () => {
  const ids = ['4d9f3c52-6c0e-4d0c-9d0f-0000000000c1', '4d9f3c52-6c0e-4d0c-9d0f-0000000000c2']
  const names = ['Spring', 'Autumn']
  const jobs = ids.map((id) => ({ ...runJob, id, run: id, kind: 'checkRows' }))
  await show(<JobStrip />, {
    'jobs.list': () => ({ ok: true, value: jobs }),
    'runs.get': ({ id }: { id: string }) => {
      const run = { ...createRun(createRows(3)), id, name: names[ids.indexOf(id)] }
      return { ok: true, value: { run, throughput: null, isBehind: false, following: 0 } }
    },
  })
  for (const name of names) await expect.element(page.getByText(`Checking rows · ${name}`)).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Checking rows, Spring' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a started run is shown as soon as its job begins, which is after the answer', async () => {
  const run = createRun(createRows(3), { state: 'queued' })
  let callCount = 0
  const Start = () => {
    const { mutate } = useRunMutation('runs.move')
    return <button onClick={() => mutate({ id: run.id, event: 'resume' })}>Start</button>
  }
  await show(
    <>
      <Start />
      <JobStrip />
    </>,
    {
      'runs.move': () => ({ ok: true, value: run }),
      'jobs.list': () => ({ ok: true, value: ++callCount > 3 ? [runJob] : [] }),
    },
  )
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Creating links' })).toBeVisible()
})

test('a file that was saved again leaves like other results, although its button still has the focus', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const endedJob = { ...running, kind: 'export', state: 'finished', counts: { links: 3 } } as const
    const calls = await showStrip(endedJob)
    const isDismissed = () => calls.some(([name]) => name === 'jobs.dismiss')
    await page.getByRole('button', { name: 'Save the file' }).click()
    await page.getByRole('button', { name: 'Save again' }).click()
    await expect.element(page.getByRole('button', { name: 'Save again' })).toHaveFocus()
    await expectInTime(isDismissed, false)
    // It stays while the pointer is over it.
    await userEvent.unhover(page.getByRole('button', { name: 'Save again' }))
    await expectInTime(isDismissed, true)
  } finally {
    vi.useRealTimers()
  }
})

test('links that are looked up are shown elsewhere only, with the way back to them', async () => {
  const path = findPath('links.acme.example/On\nlinks.acme.example/Off')
  const { hook, navigate } = memoryLocation({ path: '/links' })
  const job: Job = { ...running, kind: 'lookUp', state: 'finished', path, counts: { links: 12, found: 11 } }
  let jobs = [job]
  await show(
    <Router hook={hook}>
      <JobStrip />
    </Router>,
    {
      'jobs.list': () => ({ ok: true, value: jobs }),
      'jobs.dismiss': () => {
        jobs = []
        return { ok: true, value: null }
      },
    },
  )
  await expect.element(page.getByText('11 of 12 links found.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show them' })).toBeVisible()
  navigate(path)
  // Seen there.
  await expect.poll(() => jobs).toEqual([])
})

test('the check of a new run’s rows is shown only by the form that reads them', async () => {
  const { hook } = memoryLocation({ path: '/bulk/new' })
  const check = { ...running, kind: 'checkRows', run: crypto.randomUUID() } as const
  await show(
    <Router hook={hook}>
      <JobStrip />
    </Router>,
    { 'jobs.list': () => ({ ok: true, value: [running, check] }) },
  )
  await expect.element(page.getByRole('progressbar', { name: 'Changing links' })).toBeVisible()
  expect(page.getByText('Checking rows').elements()).toEqual([])
})
