import { useQueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RunState } from '../../../contract/app/runs/run.ts'
import { ok } from '../../../contract/app/problems/result.ts'
import { useRun, useRunMutation } from '../../../renderer/api/runs.ts'
import { createRun, runId } from '../screens/runs/bulk.tsx'
import { show } from '../show.tsx'

function ShownRun() {
  const { data, isFetching } = useRun(runId)
  const { mutate } = useRunMutation('runs.move')
  const client = useQueryClient()
  return (
    <>
      <p>Run is {data?.run.state}</p>
      <p>{isFetching ? 'Reading' : 'Read'}</p>
      <button onClick={() => void client.invalidateQueries({ queryKey: ['runs.get'] })}>Read again</button>
      <button onClick={() => mutate({ id: runId, event: 'start', count: 1 })}>Start</button>
    </>
  )
}

test('an answer requested before a run was started does not show it as not started', async () => {
  const answer = (state: RunState) =>
    ok({ run: createRun([], { state }), throughput: null, isBehind: false, following: 0 })
  const late = Promise.withResolvers<unknown>()
  const answers = [answer('preparing'), late.promise]
  const calls = await show(<ShownRun />, {
    'runs.get': () => answers.shift() ?? Promise.race([]),
    'runs.move': () => ok(createRun([], { state: 'running' })),
  })
  await expect.element(page.getByText('Run is preparing')).toBeVisible()
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.element(page.getByText('Reading')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.element(page.getByText('Run is running')).toBeVisible()
  late.resolve(answer('preparing'))
  // A run that isn't under way would no longer be polled.
  await expect.poll(() => calls.filter(([name]) => name === 'runs.get').length).toBeGreaterThan(2)
  await expect.element(page.getByText('Run is running')).toBeVisible()
})
