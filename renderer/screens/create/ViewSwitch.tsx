import { Box, SegmentedControl } from '@mantine/core'
import type { View } from './PreviewPart.tsx'
import { useSimilarLinks } from './SimilarPart.tsx'

/** Switches between form and previews in a small window; hidden in a large one, which shows both. */
export function ViewSwitch({ view, setView }: { view: View; setView: (view: View) => void }) {
  const length = useSimilarLinks().data?.length ?? 0
  const views: { value: View; label: string }[] = [
    { value: 'form', label: 'Form' },
    { value: 'card', label: 'Card' },
    { value: 'outcomes', label: 'What happens' },
    { value: 'similar', label: length > 0 ? `Similar (${length})` : 'Similar' },
  ]
  return (
    <Box hiddenFrom="md" px={20} py={10} style={{ borderBottom: '1px solid var(--line)' }}>
      <SegmentedControl fullWidth aria-label="View" data={views} value={view} onChange={setView} />
    </Box>
  )
}
