import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { HostNoticeContext } from '../../../../renderer/ui/problem/hostNotice.ts'
import { ProblemView } from '../../../../renderer/ui/problem/ProblemView.tsx'
import { show } from '../../show.tsx'

const serviceMessage = 'title must be shorter'

test.each([
  ['the only reason of a refusal', { code: 'request_refused', said: serviceMessage }],
  [
    'beside errors at fields',
    { code: 'request_refused', said: serviceMessage, fields: { title: 'Too long.' } },
  ],
  ['from a failing service', { code: 'service_failed', said: serviceMessage }],
] as [string, Problem][])(
  'the service’s own sentence is only in the details if it is %s',
  async (_, problem) => {
    await show(<ProblemView problem={problem} />)
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    const shown = () => (alert.element() as HTMLElement).innerText
    expect(shown()).not.toContain(serviceMessage)
    await page.getByText('Details', { exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Copy details' })).toBeVisible()
    expect(shown()).toContain(serviceMessage)
  },
)

test('where the window says that the app has stopped, a problem says only what that means here', async () => {
  const problem: Problem = { code: 'host_unreachable' }
  const problems = (notice: 'stopped' | 'answering') => (
    <HostNoticeContext value={notice}>
      <ProblemView problem={problem} retry={() => undefined} />
      <ProblemView problem={problem} outcome="No link was created." />
    </HostNoticeContext>
  )
  await show(problems('stopped'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('No link was created.')
  await show(problems('answering'))
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(page.getByText('Start Linkwright again', { exact: false }).elements()).toEqual([])
})
