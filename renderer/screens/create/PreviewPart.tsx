import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { QuietText } from '../../ui/variants.ts'
import styles from './create.module.css'

export type View = 'form' | 'card' | 'outcomes' | 'similar'

interface PreviewPartProps {
  view: Exclude<View, 'form'>
  title: string
  note?: string
  children: ReactNode
}

/** Shows one of the previews next to the form; in a small window, only the selected one. */
export function PreviewPart({ view, title, note, children }: PreviewPartProps) {
  return (
    <section className={styles['part']} data-part={view} aria-labelledby={`part-${view}`}>
      <Flex gap="xs" align="baseline">
        <Box component="h2" id={`part-${view}`} fz="sm">
          {title}
        </Box>
        <QuietText fz="xs">{note}</QuietText>
      </Flex>
      {children}
    </section>
  )
}
