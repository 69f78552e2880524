import { Button, CloseButton, Progress } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { rowErrors } from '../../../contract/imports.ts'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { formatCsv } from '../../../contract/spreadsheet.ts'
import { useRefreshCheckedLinks, useRemainingChecks } from '../../api/checks.ts'
import { exportUrl, claimAwaitedFile } from '../../api/exports.ts'
import { useInvalidRows, useRefreshImportedLinks } from '../../api/imports.ts'
import { useCancelJob, useDismissJob, useJobs } from '../../api/jobs.ts'
import { isUnderWay, useRuns } from '../../api/runs.ts'
import { newRunPath, runPath } from '../../session/routes.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { saveFile, saveFrom } from '../../ui/saveFile.ts'
import { jobSummaries, jobLinks } from './jobSummaries.ts'
import { runCountsText } from './runCounts.ts'
import { RemainingChecks } from './RemainingChecks.tsx'
import styles from './jobs.module.css'

/** Long work in progress, with buttons to cancel it, and how it ended. */
export default function JobStrip() {
  const jobs = useJobs()
  const remaining = useRemainingChecks(jobs)
  const shown = useVisibleJobs(jobs)
  useRefreshCheckedLinks(jobs)
  useRefreshImportedLinks(jobs)
  if (shown.length === 0 && remaining === 0) return null
  return (
    <section aria-label="Work in progress" className={styles['strip']} data-region>
      {shown.map((job) =>
        job.state === 'running' ? <Running key={job.id} job={job} /> : <Ended key={job.id} job={job} />,
      )}
      {remaining > 0 && <RemainingChecks links={remaining} />}
    </section>
  )
}

/** Hides jobs of runs on the page of a run, which shows the same. */
function useVisibleJobs(jobs: readonly Job[]): readonly Job[] {
  const [path] = useLocation()
  const isRunPage = path.startsWith('/bulk/') && path !== newRunPath
  return isRunPage ? jobs.filter(({ kind }) => kind !== 'run') : jobs
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
        {(counts['held'] ?? 0) > 0 && 'Waiting, because the service asked to · '}
        {kind === 'run' && total !== null ? runCountsText(counts, total) : progressText(done, total)}
      </span>
      {kind === 'run' && <RunJobLink />}
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

function progressText(done: number, total: number | null): string {
  if (total !== null) return `${done.toLocaleString()} of ${total.toLocaleString()}`
  return done > 0 ? done.toLocaleString() : ''
}

/** Links to the run whose links are being created. */
function RunJobLink() {
  const runs = useRuns('', 1).data?.runs ?? []
  const run = runs.find(({ state }) => state === 'running' || state === 'trying') ?? runs.find(isUnderWay)
  return (
    <Link href={run ? runPath(run.id) : '/bulk'} className={styles['lead'] ?? ''}>
      View run
    </Link>
  )
}

function Ended({ job }: { job: Job }) {
  const { id, kind, state, counts, problem } = job
  const dismiss = useDismissJob()
  const { doing } = longWork[kind]
  const summary = jobSummaries[kind]?.(job)
  const lead = jobLinks[kind]?.(job)
  return (
    <div className={styles['job']}>
      <div role="status" className={styles['end']}>
        {problem ? (
          <ProblemView problem={problem} outcome={[`${doing} has stopped.`, summary].join(' ').trim()} />
        ) : (
          (summary ?? `${doing}: ${state}.`)
        )}
      </div>
      {kind === 'export' && state === 'finished' && <SaveExport job={id} />}
      {lead && (
        <Link href={lead.href} className={styles['lead'] ?? ''}>
          {lead.label}
        </Link>
      )}
      {kind === 'import' && (counts['faulty'] ?? 0) > 0 && <InvalidRowsButton job={id} />}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss.mutate({ id })} />
    </div>
  )
}

/** Downloads an export automatically in the window that started it. A button offers it while the job is listed. */
function SaveExport({ job }: { job: string }) {
  useEffect(() => {
    if (claimAwaitedFile(job)) saveFrom(exportUrl(job))
  }, [job])
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveFrom(exportUrl(job))}
    >
      Save the file
    </Button>
  )
}

/** Downloads the rows that an import could not use, each with the reason. */
function InvalidRowsButton({ job }: { job: string }) {
  const read = useInvalidRows()
  const save = () =>
    read.mutate(
      { job },
      {
        onSuccess: (rows) => {
          const cells = rows.map(({ row, fault, text }) => [String(row), rowErrors[fault], text])
          saveFile({
            name: 'rows-not-imported.csv',
            text: formatCsv([['Row', 'Why', 'Begins with'], ...cells]),
          })
        },
        onError: ({ problem }) => showProblemToast(problem),
      },
    )
  return (
    <Button size="compact-sm" variant="default" loading={read.isPending} onClick={save}>
      Save these rows
    </Button>
  )
}
