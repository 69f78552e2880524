import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
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
    expect(alert.element().textContent).not.toContain(serviceMessage)
    await page.getByRole('button', { name: 'Details' }).click()
    await expect.element(page.getByRole('button', { name: 'Copy details' })).toBeVisible()
    expect(alert.element().textContent).toContain(serviceMessage)
  },
)
