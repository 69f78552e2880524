import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProblemView } from '../../../renderer/ui/problem/ProblemView.tsx'
import { show } from '../show.tsx'

test.each([
  [400, '1 second'],
  [120_000, '120 seconds'],
  [121_000, '3 minutes'],
  [3_600_000, '60 minutes'],
  [86_400_000, '24 hours'],
])('a service that asks to wait %i ms asks to wait %s', async (retryAfterMs, text) => {
  await show(<ProblemView problem={{ code: 'throttled', retryAfterMs }} />)
  await expect.element(page.getByText(`It asks to wait ${text}.`)).toBeVisible()
})
