import { Button, Group, Text } from '@mantine/core'
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { IconLine } from '../../../ui/IconLine.tsx'
import { ProblemDetails } from '../../../ui/problem/ProblemView.tsx'

/** One text about the focused row, with an action after it. */
export interface RowNote {
  text: string
  tone?: 'bad' | 'warn' | undefined
  action?: ReactNode
}

interface RowBarProps {
  label: string
  /** The focused row; `null` while it loads. */
  row: RunRow | null
  /** The name of the focused column. */
  column?: string
  notes?: readonly RowNote[]
  /** Buttons after the notes. */
  actions?: ReactNode
  /** Shown before the notes. */
  children?: ReactNode
}

/** Shows notes about the focused row and its problem below the grid, with actions. Its height stays the same without any. */
export function RowBar({ label, row, column = '', notes = [], actions, children }: RowBarProps) {
  return (
    <Group
      flex="none"
      gap="8px 16px"
      justify="space-between"
      mih={52}
      p="8px var(--gutter)"
      bg="var(--sunken)"
      style={{ borderTop: '1px solid var(--line)' }}
      data-print="hidden"
      role="group"
      aria-label={label}
    >
      {row && (
        <Group
          key={row.number}
          flex="1 1 300px"
          gap="2px 14px"
          align="baseline"
          mah={160}
          fz="sm"
          style={{ overflow: 'auto' }}
        >
          <Text component="strong" inherit fw={550}>
            Row {formatNumber(row.number)}
            {column !== '' && ` · ${column}`}
          </Text>
          {children}
          {notes.map(({ text, tone, action }) => (
            <IconLine
              key={text}
              icon={tone === 'bad' ? CircleAlert : Info}
              size={14}
              gap={4}
              c={tone ? `var(--${tone}-text)` : 'dimmed'}
              style={{ overflowWrap: 'anywhere' }}
            >
              {text} {action}
            </IconLine>
          ))}
          {row.problem && <ProblemDetails problem={row.problem} />}
        </Group>
      )}
      {actions}
    </Group>
  )
}

/** Leaves a row out of the run, or includes it again. */
export function SkipButton({ run, row }: { run: Run; row: RunRow }) {
  const skip = useRunAction('runs.skip')
  const isSkipped = row.state === 'skipped'
  const toggle = () => skip.mutate({ id: run.id, which: [row.number], skip: !isSkipped })
  return (
    <Button size="compact-sm" variant="default" loading={skip.isPending} onClick={toggle}>
      {isSkipped ? 'Include this row' : 'Leave this row out'}
    </Button>
  )
}
