import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Job } from '../../../../contract/job.ts'
import { JobStrip } from '../../../../renderer/features/jobs/JobStrip.tsx'
import { axeFaults } from '../../axe.ts'
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

/** The strip before an app with one job, which ends when it is cancelled and goes when it is dismissed. */
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

test('a job shows how far it is, can be cancelled, and goes when it is dismissed', async () => {
  await showStrip(running)
  const bar = page.getByRole('progressbar', { name: 'Changing links' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50')
  await expect.element(page.getByText('1,200 of 2,400')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Changing links: cancelled.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('region', { name: 'Work in progress' })).not.toBeInTheDocument()
})

test('a job that has failed says why', async () => {
  await showStrip({ ...running, state: 'failed', problem: { code: 'storage_failed' } })
  await expect.element(page.getByText('Changing links has stopped.')).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test('an export that has ended says how many links it has, and its file can be saved', async () => {
  const ended = { ...running, kind: 'export', state: 'finished', counts: { links: 1_200 } } as const
  await showStrip(ended)
  await expect.element(page.getByText('1,200 links exported.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save the file' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test('an export that was cancelled has no file', async () => {
  await showStrip({ ...running, kind: 'export', state: 'cancelled' })
  await expect.element(page.getByText('The export was cancelled, and no file was made.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Save the file' }).elements()).toEqual([])
})
