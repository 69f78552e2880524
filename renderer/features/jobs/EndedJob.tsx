import { Anchor, Box, CloseButton } from '@mantine/core'
import { Download } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { rowErrors } from '../../../contract/app/library/imports.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { longWork } from '../../../contract/app/jobs/longWork.ts'
import { exportUrl, claimAwaitedFile } from '../../api/exports.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { saveFrom } from '../../ui/saveFile.ts'
import { SaveTableButton } from '../../ui/saveTable/SaveTableButton.tsx'
import { useCsvDelimiter } from '../../session/csvDelimiter.ts'
import { saveTable, type TableFormat } from '../../ui/saveTable/saveTable.ts'
import { useDismissAfter } from '../../ui/useDismissAfter.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { jobSummaries, jobLinks } from './jobSummaries.ts'
import { isRunJob } from './runCounts.ts'
import styles from './jobs.module.css'
import { showProblem } from '../../api/offerUndo.ts'

/** How long a result that needs no action stays, in milliseconds. */
const resultMs = 15_000

/** The same for a result that the list itself shows. */
const readMs = 2_000

/** Shows how a job ended and what to do next. Disappears automatically if no action is needed. */
export function EndedJob({ job }: { job: Job }) {
  const { id, kind, state, counts } = job
  const dismiss = useCallMutation('jobs.dismiss')
  const line = useRef<HTMLDivElement>(null)
  const [isSavedHere, setIsSavedHere] = useState(false)
  const saved = useCallback(() => setIsSavedHere(true), [])
  const isSaved = isSavedHere || (counts['saved'] ?? 0) > 0
  const lead = jobLinks[kind]?.(job)
  const hasFile = kind === 'export' && state === 'finished'
  const hasInvalidRows = kind === 'import' && (counts['invalid'] ?? 0) > 0
  useDismissAfter(line, stayMs({ job, hasInvalidRows, isSaved: hasFile ? isSaved : null }), () =>
    dismiss.mutate({ id }),
  )
  return (
    <div ref={line} className={styles['job']}>
      <Box role="status" flex={1} miw={0}>
        <Outcome job={job} />
      </Box>
      {hasFile && <SaveExport job={id} isSaved={isSaved} saved={saved} />}
      {lead && (
        <Anchor component={Link} href={lead.href} inherit flex="none">
          {lead.label}
        </Anchor>
      )}
      {hasInvalidRows && <InvalidRowsButton job={id} />}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss.mutate({ id })} />
    </div>
  )
}

function Outcome({ job }: { job: Job }) {
  const { kind, state, problem } = job
  const { doing } = longWork[kind]
  const summary = jobSummaries[kind]?.(job)
  if (!problem) return summary ?? `${doing}: ${state}.`
  return <ProblemView problem={problem} outcome={[`${doing} has stopped.`, summary].join(' ').trim()} />
}

interface EndedState {
  job: Job
  hasInvalidRows: boolean
  /** `null` if the job has no file. */
  isSaved: boolean | null
}

/** Returns how long a result stays; `null` if it stays until the user acts. */
function stayMs({ job: { kind, counts, problem }, hasInvalidRows, isSaved }: EndedState): number | null {
  const count = (name: string) => counts[name] ?? 0
  if (problem || hasInvalidRows || isSaved === false) return null
  if (kind === 'check' && count('changed') + count('inactive') + count('gone') > 0) return null
  if (count('waiting') > 0) return null
  if (isRunJob(kind) && count('failed') + count('unknown') > 0) return null
  return kind === 'readVisits' || kind === 'readTeam' ? readMs : resultMs
}

/**
 * Downloads an export automatically in the window that started it. While the job is listed, a button downloads it
 * again.
 */
function SaveExport({ job, isSaved, saved }: { job: string; isSaved: boolean; saved: () => void }) {
  const save = useCallback(() => {
    saveFrom(exportUrl(job))
    saved()
  }, [job, saved])
  useEffect(() => {
    if (claimAwaitedFile(job)) save()
  }, [job, save])
  return (
    <ActionButton size="compact-sm" variant={isSaved ? 'subtle' : 'default'} icon={Download} onClick={save}>
      {isSaved ? 'Save again' : 'Save the file'}
    </ActionButton>
  )
}

/** Downloads the rows that an import couldn't use, each with its reason. */
function InvalidRowsButton({ job }: { job: string }) {
  const read = useCallMutation('imports.errors')
  const delimiter = useCsvDelimiter()
  const save = (format: TableFormat) =>
    read.mutate(
      { job },
      {
        onSuccess: (rows) => {
          const cells = rows.map(({ row, error, text }) => [String(row), rowErrors[error], text])
          saveTable('rows-not-imported', format, [['Row', 'Why', 'Begins with'], ...cells], delimiter)
        },
        onError: showProblem,
      },
    )
  return <SaveTableButton label="Save these rows" size="compact-sm" loading={read.isPending} save={save} />
}
