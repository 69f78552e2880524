import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Frames the result. As wide as the columns below it. */
export function ResultCard({ children }: { children: ReactNode }) {
  return (
    <Stack
      component="section"
      gap={14}
      maw="calc(var(--measure) + 32px + 480px)"
      px={18}
      py="md"
      bg="var(--surface)"
      bd="1px solid var(--line)"
      bdrs={10}
      aria-label="Result"
    >
      {children}
    </Stack>
  )
}
