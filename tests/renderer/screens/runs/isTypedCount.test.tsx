import { expect, test, vi } from 'vitest'
import { isTypedCount } from '../../../../renderer/screens/runs/run/useStart.tsx'

test('a count is accepted in the digits of the region that it is shown in', () => {
  vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('٣٬٠٠٠')
  const accepted = ['٣٬٠٠٠', '٣٠٠٠', '3000', '3,000', '3 000'].filter((typed) => isTypedCount(typed, 3_000))
  expect(accepted).toHaveLength(5)
  const refused = ['', '٣٠٠', '300', '٬'].filter((typed) => isTypedCount(typed, 3_000))
  expect(refused).toEqual([])
  vi.restoreAllMocks()
})
