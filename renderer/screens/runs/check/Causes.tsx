import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { causeFilter } from '../../../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useCauses } from '../../../api/runCells.ts'
import type { RowFilter } from '../../../api/runRows.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { existingTexts } from '../shared/runStates.ts'
import { CauseActions } from './CauseActions.tsx'
import { QuietText } from '../../../ui/variants.ts'
import styles from './check.module.css'

type Cause = CallOutput<'runs.causes'>['causes'][number]

interface CausesProps {
  run: Run
  show: RowFilter
  setShow: (show: RowFilter) => void
  /** Whether the problems can be fixed here. Before the start of a run, they are only repeated. */
  canFix?: boolean
}

/** Shows what is wrong with a run's rows by cause, each with its fix, and which rows are skipped because their link exists. */
export function Causes({ run, show, setShow, canFix = true }: CausesProps) {
  const { causes: all, more } = useCauses(run)
  // For links that move here, one choice for all taken paths is above.
  const causes = run.source.move ? all.filter(({ fix }) => fix?.what !== 'paths') : all
  const existing = run.comparing ? [] : existingTexts(run)
  const hasExisting = existing.length > 0 || (run.createExisting && canFix)
  if (causes.length === 0 && !hasExisting) return null
  return (
    <Stack
      component="ul"
      gap={6}
      p={canFix ? '2px var(--gutter) 10px' : 0}
      className={styles['causes']}
      data-print="hidden"
      aria-label="Problems"
    >
      {causes.map((cause) => (
        <CauseRow key={cause.key} {...{ run, cause, show, setShow, canFix }} />
      ))}
      {more > 0 && (
        <QuietText component="li">And {formatCount(more, 'more kind', 'more kinds')} of problem.</QuietText>
      )}
      {hasExisting && <ExistingRow {...{ run, show, setShow, canFix }} texts={existing} />}
    </Stack>
  )
}

function CauseRow({ run, cause, show, setShow, canFix = true }: CausesProps & { cause: Cause }) {
  const { key, text, isVaried, isError, rows, columns, fix } = cause
  const names = columns.map((column) => run.header[column] || `Column ${String(column + 1)}`)
  const where = names.length > 0 && `${shorten(names.join(', '), 60)}: `
  return (
    <Line tone={isError ? 'bad' : 'warn'} count={formatCount(rows, 'row')}>
      <Stack gap={0} flex="1 1 260px" miw={0}>
        <span>
          {where}
          {shorten(text, 300)}
          {isVaried && (
            <Text span c="dimmed" inherit>
              {' '}
              And similar.
            </Text>
          )}
        </span>
        {canFix &&
          fix?.examples.map(({ before, after }) => (
            <QuietText key={`${before} ${after}`} span fz="xs">
              {shorten(before, 70) || 'Nothing'} → {shorten(after, 70) || 'nothing'}
            </QuietText>
          ))}
      </Stack>
      <ShowRows filter={`${causeFilter}${key}`} {...{ show, setShow }} label={text} />
      {canFix && <CauseActions run={run} cause={cause} showAll={() => setShow('all')} />}
    </Line>
  )
}

interface LineProps {
  tone?: 'bad' | 'warn'
  /** Number of rows, in words. */
  count: string
  children: ReactNode
}

/** Frames a cause with the number of its rows. */
function Line({ tone, count, children }: LineProps) {
  return (
    <Group
      component="li"
      gap="6px 12px"
      p="6px 12px"
      fz="sm"
      bg={tone ? `var(--${tone}-ground)` : 'var(--sunken)'}
      bd="1px solid var(--line)"
      bdrs="md"
    >
      <Text component="strong" inherit fw={700} miw={64} {...(tone && { c: `var(--${tone}-text)` })}>
        {count}
      </Text>
      {children}
    </Group>
  )
}

interface ShowRowsProps extends Pick<CausesProps, 'show' | 'setShow'> {
  filter: RowFilter
  label: string
}

function ShowRows({ filter, show, setShow, label }: ShowRowsProps) {
  const isShown = show === filter
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-pressed={isShown}
      aria-label={`${isShown ? 'Show all rows' : 'Show the rows'}: ${shorten(label, 100)}`}
      onClick={() => setShow(isShown ? 'all' : filter)}
    >
      {isShown ? 'Show all' : 'Show'}
    </Button>
  )
}

/** Chooses whether rows whose link the library has, or an earlier row creates, are skipped or created. */
function ExistingRow({ run, show, setShow, canFix, texts }: CausesProps & { texts: readonly string[] }) {
  const change = useRunAction('runs.change')
  const { createExisting, counts, repeated } = run
  const toggle = () => change.mutate({ id: run.id, createExisting: !createExisting })
  const again = repeated === 0 ? 'Create them again' : 'Create each of them'
  return (
    <Line count={createExisting ? 'Every row' : formatCount(counts.existing, 'row')}>
      <Text span flex="1 1 260px" inherit>
        {createExisting
          ? 'makes a link of its own, also if your library or another row has the same link.'
          : `${texts.join(', ')}. Each link is made once.`}
      </Text>
      {counts.existing > 0 && (
        <ShowRows filter="existing" {...{ show, setShow }} label="Links that exist already" />
      )}
      {canFix && !run.source.move && (
        <Button size="compact-sm" variant="default" loading={change.isPending} onClick={toggle}>
          {createExisting ? 'Make each link once' : again}
        </Button>
      )}
    </Line>
  )
}
