import { Button, CloseButton, Progress } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { rowFaults } from '../../../contract/imports.ts'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { csvOf } from '../../../contract/spreadsheet.ts'
import { useCheckedLinks, useChecksLeft } from '../../api/checks.ts'
import { exportAddress, takeAwaited } from '../../api/exports.ts'
import { useFaultyRows, useImportedLinks } from '../../api/imports.ts'
import { useCancelJob, useDismissJob, useJobs } from '../../api/jobs.ts'
import { isUnderWay, useRuns } from '../../api/runs.ts'
import { runPath } from '../../session/routes.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { saveFile, saveFrom } from '../../ui/saveFile.ts'
import { ends, leads } from './ends.ts'
import { LeftToCheck } from './LeftToCheck.tsx'
import styles from './jobs.module.css'

/** The work that goes on behind every screen: how far it is, a way to cancel it, and how it ended. */
export default function JobStrip() {
  const jobs = useJobs()
  const left = useChecksLeft(jobs)
  useCheckedLinks(jobs)
  useImportedLinks(jobs)
  if (jobs.length === 0 && left === 0) return null
  return (
    <section aria-label="Work in progress" className={styles['strip']}>
      {jobs.map((job) =>
        job.state === 'running' ? <Running key={job.id} job={job} /> : <Ended key={job.id} job={job} />,
      )}
      {left > 0 && <LeftToCheck links={left} />}
    </section>
  )
}

function Running({ job: { id, kind, done, total, counts } }: { job: Job }) {
  const cancel = useCancelJob()
  const { doing } = longWork[kind]
  return (
    <div className={styles['job']}>
      <span className={styles['what']}>{doing}</span>
      <Progress
        className={styles['bar'] ?? ''}
        value={total === null || total === 0 ? 100 : (done / total) * 100}
        animated={total === null}
        aria-label={doing}
      />
      <span className={styles['number']}>
        {(counts['held'] ?? 0) > 0 && 'Waiting, as the service asks · '}
        {reached(done, total)}
      </span>
      {kind === 'run' && <RunLead />}
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate({ id })}
      >
        {kind === 'run' ? 'Pause' : 'Cancel'}
      </Button>
    </div>
  )
}

function reached(done: number, total: number | null): string {
  if (total !== null) return `${done.toLocaleString()} of ${total.toLocaleString()}`
  return done > 0 ? done.toLocaleString() : ''
}

/** The way to the run whose links are being made. */
function RunLead() {
  const runs = useRuns('', 1).data?.runs ?? []
  const run = runs.find(({ state }) => state === 'running' || state === 'trying') ?? runs.find(isUnderWay)
  return (
    <Link href={run ? runPath(run.id) : '/bulk'} className={styles['lead'] ?? ''}>
      See the run
    </Link>
  )
}

function Ended({ job }: { job: Job }) {
  const { id, kind, state, counts, problem } = job
  const dismiss = useDismissJob()
  const { doing } = longWork[kind]
  const said = ends[kind]?.(job)
  const lead = leads[kind]?.(job)
  return (
    <div className={styles['job']}>
      <div role="status" className={styles['end']}>
        {problem ? (
          <ProblemView problem={problem} outcome={[`${doing} has stopped.`, said].join(' ').trim()} />
        ) : (
          (said ?? `${doing}: ${state}.`)
        )}
      </div>
      {kind === 'export' && state === 'finished' && <SaveExport job={id} />}
      {lead && (
        <Link href={lead.href} className={styles['lead'] ?? ''}>
          {lead.label}
        </Link>
      )}
      {kind === 'import' && (counts['faulty'] ?? 0) > 0 && <FaultyRows job={id} />}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss.mutate({ id })} />
    </div>
  )
}

/** Saves the file of an export: at once in the window that has asked for it, and again for as long as the job is listed. */
function SaveExport({ job }: { job: string }) {
  useEffect(() => {
    if (takeAwaited(job)) saveFrom(exportAddress(job))
  }, [job])
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveFrom(exportAddress(job))}
    >
      Save the file
    </Button>
  )
}

/** Saves the rows of which an import could make nothing, each with the reason. */
function FaultyRows({ job }: { job: string }) {
  const read = useFaultyRows()
  const save = () =>
    read.mutate(
      { job },
      {
        onSuccess: (rows) => {
          const cells = rows.map(({ row, fault, text }) => [String(row), rowFaults[fault], text])
          saveFile({ name: 'rows-not-imported.csv', text: csvOf([['Row', 'Why', 'Begins with'], ...cells]) })
        },
        onError: ({ problem }) => sayProblem(problem),
      },
    )
  return (
    <Button size="compact-sm" variant="default" loading={read.isPending} onClick={save}>
      Save these rows
    </Button>
  )
}
