import { UnstyledButton } from '@mantine/core'

interface ShowEarlierProps {
  /** Number of entries that are initially hidden. */
  count: number
  isShown: boolean
  toggle: () => void
}

/** Shows or hides the earlier entries of a history. Renders nothing if there are none. */
export function ShowEarlier({ count, isShown, toggle }: ShowEarlierProps) {
  if (count <= 0) return null
  return (
    <UnstyledButton mt={6} c="var(--accent-text)" fz="sm" aria-expanded={isShown} onClick={toggle}>
      {isShown ? 'Show fewer' : `Show ${count} earlier`}
    </UnstyledButton>
  )
}
