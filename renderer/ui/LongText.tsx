import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { shorten } from './shorten.ts'
import styles from './ui.module.css'

/** Shows a long text shortened in the middle, expandable on demand. Paper has the whole text. */
export function LongText({ text, max = 72 }: { text: string; max?: number }) {
  const [isExpanded, { toggle }] = useDisclosure(false)
  const short = shorten(text, max)
  if (short === text) return text
  return (
    <>
      <span title={text} className={styles['long']}>
        <span>{isExpanded ? text : short}</span>
      </span>{' '}
      <Anchor
        component="button"
        type="button"
        underline="always"
        ff="text"
        fz="sm"
        fw={400}
        aria-expanded={isExpanded}
        onClick={toggle}
      >
        {isExpanded ? 'Show less' : 'Show all'}
      </Anchor>
    </>
  )
}
