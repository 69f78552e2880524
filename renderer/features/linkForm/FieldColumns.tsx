import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shows fields that belong together side by side if both have room, and otherwise one below the other. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid minColWidth={260} autoFlow="auto-fit" spacing={16} verticalSpacing={12}>
      {children}
    </SimpleGrid>
  )
}
