import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'

/** Shows or hides the filters in a narrow window. */
export const FiltersToggle = memo(function FiltersToggle({
  opened,
  toggle,
}: {
  opened: boolean
  toggle: () => void
}) {
  return (
    <Button
      variant="default"
      hiddenFrom="md"
      aria-expanded={opened}
      aria-controls="link-filters"
      leftSection={<SlidersHorizontal size={15} aria-hidden />}
      onClick={toggle}
    >
      Filters
    </Button>
  )
})
