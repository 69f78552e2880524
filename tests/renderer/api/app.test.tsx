import { useQueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { ok } from '../../../contract/app/problems/result.ts'
import { appStateKey, useAppState } from '../../../renderer/api/app.ts'
import { useSwitchProfile } from '../../../renderer/api/profiles.ts'
import { createAppState } from '../session.tsx'
import { show } from '../show.tsx'

function Switch() {
  const { data, isFetching } = useAppState()
  const { mutate } = useSwitchProfile()
  const client = useQueryClient()
  return (
    <>
      <p>Working in {data?.current?.environment}</p>
      <p>{isFetching ? 'Asking' : 'Asked'}</p>
      <button onClick={() => void client.invalidateQueries({ queryKey: appStateKey })}>Ask again</button>
      <button onClick={() => mutate({ id: 'acme', environment: 'production' })}>Switch</button>
    </>
  )
}

test('an answer requested before a switch does not undo the switch on screen', async () => {
  const lateAnswer = Promise.withResolvers<unknown>()
  let environment: Environment = 'development'
  const state = () => ok(createAppState({ current: { profileId: 'acme', environment } }))
  const answers = [state(), lateAnswer.promise]
  await show(<Switch />, {
    'app.state': () => answers.shift() ?? state(),
    'profiles.use': () => {
      environment = 'production'
      return ok(null)
    },
  })
  const staleState = state()
  await expect.element(page.getByText('Working in development')).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect.element(page.getByText('Working in production')).toBeVisible()
  lateAnswer.resolve(staleState)
  await expect.element(page.getByText('Asked')).toBeVisible()
  await expect.element(page.getByText('Working in production')).toBeVisible()
})
