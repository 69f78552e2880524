import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Router } from 'wouter'
import type { Notice } from '../../../contract/app/calls/app/app.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { keepFocus } from '../../../renderer/app/keepFocus.ts'
import JobStrip from '../../../renderer/features/jobs/JobStrip.tsx'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { Notices } from '../../../renderer/session/Notices.tsx'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { showToast } from '../../../renderer/ui/toast.ts'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'
import { createAppState } from '../session.tsx'
import { useCall, useCallMutation } from '../../../renderer/api/useCall.ts'

const report = {
  name: 'linkwright-report-2026-11-22.txt',
  text: 'Linkwright 0.1.0\n\nError: out of cheese\n    at cut (main.js:1:2)\n',
}
const notice: Notice = {
  id: 'n1',
  title: 'Linkwright closed because of a bug',
  text: 'Your links and drafts are kept.',
  report,
}

afterEach(() => void (location.hash = ''))

const viewButton = () => page.getByRole('button', { name: 'View report' })

test('an error report can be read before it is sent anywhere', async () => {
  await show(<Notices notices={[notice]} />)
  await viewButton().click()
  await expect.element(page.getByRole('dialog').getByText('Error: out of cheese')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a toast in a narrow window covers no notice at the end of the page', async () => {
  await show(
    <>
      <Notices notices={[notice]} />
      <Toaster />
    </>,
  )
  const area = page.getByRole('region', { name: 'Notices' }).element()
  const main = area.closest('main')
  // As in the window: the notices are the last lines of a page that is as high as the window.
  Object.assign(main?.style ?? {}, {
    ...{ position: 'fixed', inset: '0', boxSizing: 'border-box' },
    ...{ display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' },
  })
  showToast({ message: 'Two links archived' })
  const toast = page.getByText('Two links archived')
  await expect.element(toast).toBeVisible()
  await expect
    .poll(() => toast.element().getBoundingClientRect().top - area.getBoundingClientRect().bottom)
    .toBeGreaterThan(0)
})

test('an error report can be saved as a file', async () => {
  await show(<Notices notices={[notice]} />)
  await viewButton().click()
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await page.getByRole('button', { name: 'Save report' }).click()
  click.mockRestore()
  expect(saved).toEqual([report.name])
})

test('an error report can be deleted', async () => {
  const calls = await show(<Notices notices={[notice]} />, { 'app.deleteReport': () => ok(null) })
  await viewButton().click()
  await page.getByRole('button', { name: 'Delete report' }).click()
  await expect.poll(() => calls).toContainEqual(['app.deleteReport', { id: 'n1' }])
})

test('a notice without a report offers none', async () => {
  const { id, title, text } = notice
  await show(<Notices notices={[{ id, title, text }]} />)
  await expect.element(page.getByRole('button', { name: /^Dismiss/ })).toBeVisible()
  expect(viewButton().elements()).toEqual([])
})

test('an interrupted run is resumed from its notice', async () => {
  const run = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
  const interrupted: Notice = { id: 'n2', title: '“Sale” was interrupted.', text: '218 of 296 created.', run }
  const calls = await show(<Notices notices={[interrupted]} />, {
    'runs.move': () => fail({ code: 'run_not_now' }),
  })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => calls).toContainEqual(['runs.move', { id: run, event: 'resume' }])
})

test.each([
  ['runs.move', { event: 'resume' }],
  ['runs.remove', {}],
] as const)('notices are read again after %s', async (name, input) => {
  const run = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
  const interrupted: Notice = {
    id: 'n2',
    title: '“Sale” was interrupted.',
    text: '218 of 296 created.',
    run,
  }
  let notices = [interrupted]
  function RunAction() {
    const { data } = useCall('app.state', {})
    const { mutate } = useCallMutation(name)
    return (
      <>
        <button type="button" onClick={() => mutate({ id: run, ...input })}>
          Do it
        </button>
        <Notices notices={data?.notices ?? []} />
      </>
    )
  }
  await show(<RunAction />, {
    'app.state': () => ok(createAppState({ notices })),
    [name]: () => {
      notices = []
      return ok(null)
    },
  })
  await expect.element(page.getByText(interrupted.title)).toBeVisible()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect.element(page.getByText(interrupted.title)).not.toBeInTheDocument()
})

test('several notices take the space of one, and a notice with an action comes first', async () => {
  const createNotice = (id: string): Notice => ({ id, title: `Notice ${id}`, text: 'Read me.' })
  await show(<Notices notices={[createNotice('a'), createNotice('b'), notice]} />)
  const area = page.getByRole('region', { name: 'Notices' })
  await expect.element(area.getByRole('status').getByText(notice.title)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Show 2 more' }).click()
  expect(area.getByRole('status').elements()).toHaveLength(3)
  await page.getByRole('button', { name: 'Show less' }).click()
  expect(area.getByRole('status').elements()).toHaveLength(1)
})

test('a notice shares its area with work in progress and its results, and is silent on its run’s own page', async () => {
  const run = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
  const interrupted: Notice = { id: 'n2', title: '“Sale” was interrupted.', text: '218 of 296 created.', run }
  const createJob = (id: string, state: Job['state']): Job => ({
    ...{ id, state, kind: 'mark', done: 1, total: 2, counts: {}, problem: null },
    startedAt: '2026-11-22T12:00:00.000Z',
  })
  let jobs = [createJob('a', 'running'), createJob('b', 'cancelled')]
  onTestFinished(keepFocus())
  await show(
    <Router hook={useHashPath}>
      <div id="screen" tabIndex={-1} />
      <JobStrip notices={[interrupted]} />
    </Router>,
    {
      'jobs.list': () => ok(jobs),
      'checks.left': () => ok({ links: 0 }),
      'jobs.dismiss': () => {
        jobs = jobs.filter(({ id }) => id !== 'b')
        return ok(null)
      },
    },
  )
  const area = page.getByRole('region', { name: 'Notices' })
  await expect.element(area.getByRole('progressbar')).toBeVisible()
  await expect.element(area.getByText('Changing links: cancelled.')).toBeVisible()
  await expect.element(area.getByText(interrupted.title)).not.toBeVisible()
  await area.getByRole('button', { name: 'Show 1 more' }).click()
  await expect.element(area.getByText(interrupted.title)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await area.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect.element(area.getByText('Changing links: cancelled.')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.id).toBe('screen')
  await expect.element(area.getByText(interrupted.title)).toBeVisible()
  location.hash = `#/bulk/${run}`
  await expect.element(area.getByText(interrupted.title)).not.toBeInTheDocument()
  await expect.element(area.getByRole('progressbar')).toBeVisible()
})
