import { Button, Progress as Bar } from '@mantine/core'
import { Download } from 'lucide-react'
import { useLocation } from 'wouter'
import { linkText } from '../../../../contract/linkAddress.ts'
import { findPath } from '../../../../contract/windowPath.ts'
import type { AskedPlace } from '../../../../contract/windowPath.ts'
import { csvOf, pasteableOf } from '../../../../contract/spreadsheet.ts'
import type { ProfileName } from '../../../session/useProfileName.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { CopyAction } from '../../../ui/CopyButton.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { saveFile } from '../../../ui/saveFile.ts'
import type { Left } from '../../../link/question.ts'
import { tableOf } from './rows.ts'
import { isSettled, isToAskAgain } from './run.ts'
import type { Lookup, Run, RunState } from './run.ts'
import styles from './many.module.css'

interface ProgressProps {
  run: Run
  now: RunState
  place: AskedPlace
  left: Left
  nameOf: ProfileName
}

/** How far the lookups are, what came of them, and what can be done with all. */
export function Progress({ run, now, place, left, nameOf }: ProgressProps) {
  const { lookups, phase, problem } = now
  const done = lookups.filter(isSettled).length
  return (
    <>
      <div className={styles['head']}>
        <h2>{lookups.length} links</h2>
        <EnvironmentBadge environment={place.environment} />
        <p role="status" className={styles['counts']}>
          {phase === 'running' ? '' : countsOf(lookups)}
        </p>
      </div>
      <LeftOut left={left} taken={lookups.length} />
      {phase === 'running' && (
        <div className={styles['running']}>
          <Bar
            value={(done / lookups.length) * 100}
            aria-label="Looking up the links"
            className={styles['bar'] ?? ''}
          />
          <span className={styles['quiet']}>
            {done} of {lookups.length} looked up
            {now.heldUntil === null ? '' : ', waiting because the service asked to slow down'}. This goes on
            while you are elsewhere in the app.
          </span>
          <Button size="xs" variant="default" onClick={run.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {phase === 'stopped' && problem && <ProblemView problem={problem} outcome="Looking up has stopped." />}
      <Actions run={run} now={now} place={place} nameOf={nameOf} />
    </>
  )
}

/** What came of many lookups, in one sentence: "3 active, 1 not found". */
function countsOf(lookups: readonly Lookup[]): string {
  const counts = new Map<string, number>()
  for (const lookup of lookups) {
    const word = wordOf(lookup)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const known = words.flatMap((word) => (counts.has(word) ? [`${counts.get(word) ?? 0} ${word}`] : []))
  return known.join(', ')
}

const words = [
  'active',
  'inactive',
  'not found',
  'without an answer',
  'not confirmed',
  'not yours',
  'not looked up',
]

function wordOf({ place, result, record }: Lookup): string {
  if (place === null) return record ? 'not confirmed' : 'not yours'
  if (result === null) return 'not looked up'
  if (result.ok) return result.value.link.active === false ? 'inactive' : 'active'
  return result.problem.code === 'link_not_found' ? 'not found' : 'without an answer'
}

function LeftOut({ left, taken }: { left: Left; taken: number }) {
  const { more, cut } = left
  if (more === 0 && !cut) return null
  return (
    <p className={styles['quiet']}>
      {more > 0
        ? `The text holds ${more.toLocaleString('en')} more. Find takes the first ${taken}; paste the others after these.`
        : 'The text was too long to be read to its end. Paste the rest after these.'}
    </p>
  )
}

/** What can be done with the table as a whole. */
function Actions({ run, now, place, nameOf }: Omit<ProgressProps, 'left'>) {
  const [, go] = useLocation()
  const { lookups, phase } = now
  const missing = lookups.filter(
    (lookup) =>
      lookup.place?.environment === place.environment &&
      lookup.result?.ok === false &&
      lookup.result.problem.code === 'link_not_found',
  )
  const open = lookups.filter((lookup) => !isSettled(lookup) || isToAskAgain(lookup))
  const other = place.environment === 'production' ? 'development' : 'production'
  const lookThere = () =>
    go(findPath(missing.map(({ link }) => linkText(link)).join('\n'), { ...place, environment: other }))
  const table = () => tableOf(lookups, nameOf)
  return (
    <div className={styles['actions']}>
      {phase !== 'running' && (
        <Button size="xs" variant={open.length > 0 ? 'filled' : 'default'} onClick={run.goOn}>
          {againLabel(open.length)}
        </Button>
      )}
      <CopyAction
        copy={() => copyText(pasteableOf(table()))}
        label="Copy table"
        size="xs"
        variant="default"
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={15} aria-hidden />}
        onClick={() => saveFile({ name: 'links.csv', text: csvOf(table()) })}
      >
        Save as CSV
      </Button>
      {phase !== 'running' && missing.length > 0 && (
        <Button size="xs" variant="default" onClick={lookThere}>
          Look for {missing.length === 1 ? 'the one' : `the ${missing.length}`} not found in {other}
        </Button>
      )}
    </div>
  )
}

function againLabel(count: number): string {
  if (count === 0) return 'Look all up again'
  return count === 1 ? 'Look up the other one' : `Look up the other ${count}`
}
