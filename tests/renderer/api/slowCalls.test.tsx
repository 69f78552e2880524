import { expect, test } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../../renderer/api/client.ts'
import { useIsCallSlow } from '../../../renderer/api/slowCalls.ts'
import { show } from '../show.tsx'

function Slow() {
  return <output>{useIsCallSlow() ? 'slow' : 'fast'}</output>
}

test('a call that began before anything was drawn counts as slow until it ends', async () => {
  const client = createQueryClient()
  const answer = Promise.withResolvers<string>()
  void client.query({ queryKey: ['first'], queryFn: () => answer.promise })
  await show(
    <QueryClientProvider client={client}>
      <Slow />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('fast')).toBeVisible()
  await expect.element(page.getByText('slow')).toBeVisible()
  answer.resolve('done')
  await expect.element(page.getByText('fast')).toBeVisible()
})
