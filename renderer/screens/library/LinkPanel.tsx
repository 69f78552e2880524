import { CloseButton, Group, Stack, Title } from '@mantine/core'
import { useFocusReturn, useWindowEvent } from '@mantine/hooks'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useId, useRef, type RefObject } from 'react'
import { useLinkRecord } from '../../api/links.ts'
import { LinkProblem } from '../../features/record/LinkProblem.tsx'
import { RecordPlace } from '../../features/record/RecordPlace.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { useCommands } from '../../session/commands.ts'
import { Loading } from '../../ui/Loading.tsx'
import { StepButton } from '../../ui/StepButton.tsx'
import { LinkDetail } from './LinkDetail.tsx'
import type { Rows } from './list/useRows.ts'
import styles from './library.module.css'

interface LinkPanelProps {
  id: string
  rows: Rows
  /** Shows another link, or none. */
  show: (id: string | null) => void
}

/** Shows a link beside the list, which stays in use. In a narrow window, it covers part of the list. */
export function LinkPanel({ id, rows, show }: LinkPanelProps) {
  const record = useLinkRecord(id)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const close = () => show(null)
  useEscape(panel, close)
  useFocusReturn({ opened: true })
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const { next, previous } = useNeighbours(rows, id, show)
  useCommands({ nextLink: next, previousLink: previous })
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles['panel']}
    >
      <Group className={styles['panelHead'] ?? ''} gap={4} wrap="nowrap">
        <Stack gap={4} flex={1} miw={0}>
          <Title id={titleId} order={2} size="md" lineClamp={2}>
            {record.data ? linkTitle(record.data) : 'Link'}
          </Title>
          {record.data && <RecordPlace record={record.data} />}
        </Stack>
        <StepButton label="Previous link" icon={ChevronUp} go={previous} />
        <StepButton label="Next link" icon={ChevronDown} go={next} />
        <CloseButton aria-label="Close" onClick={close} />
      </Group>
      {record.isPending && <Loading label="Loading the link" />}
      {record.error && <LinkProblem problem={record.error.problem} retry={() => void record.refetch()} />}
      {record.data && <LinkDetail record={record.data} close={close} />}
    </section>
  )
}

/** Returns functions that show the links before and after one in the list. */
function useNeighbours(rows: Rows, id: string, show: LinkPanelProps['show']) {
  const index = rows.findIndex((row) => row.id === id)
  const goTo = (other: number) => {
    if (index < 0 || other < 0 || (rows.isWhole && other >= rows.count)) return undefined
    return () =>
      void rows.between(other, other).then(([row]) => {
        if (row) show(row.id)
      })
  }
  return { next: goTo(index + 1), previous: goTo(index - 1) }
}

/** Closes the panel on Escape, unless the key is for a dialog or menu above it, or an open list of suggestions. */
function useEscape(panel: RefObject<HTMLElement | null>, close: () => void): void {
  const press = ({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
    if (target.matches('[role="combobox"][aria-expanded="true"]')) return
    const isAlone = target === document.body && document.querySelector('[aria-modal="true"]') === null
    if (isAlone || panel.current?.contains(target)) close()
  }
  // In the capture phase, before a list of suggestions closes.
  useWindowEvent('keydown', press, { capture: true })
}
