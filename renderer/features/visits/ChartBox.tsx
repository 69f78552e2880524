import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** Draws a chart as wide as there is room. */
export function ChartBox({ children }: { children: (width: number) => ReactNode }) {
  const { ref, width } = useElementSize()
  return (
    <Box ref={ref} mih={220}>
      {width > 0 && children(width)}
    </Box>
  )
}
