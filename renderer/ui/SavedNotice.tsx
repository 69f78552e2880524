import { Flex } from '@mantine/core'
import { Check } from 'lucide-react'

/** Says beside a form's button that it was saved. */
export function SavedNotice() {
  return (
    <Flex component="span" gap={6} align="center" c="var(--good-text)" fz="sm" role="status">
      <Check size={15} /> Saved
    </Flex>
  )
}
