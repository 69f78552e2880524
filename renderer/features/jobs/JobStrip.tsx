import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { useRefreshCheckedLinks, useRemainingChecks } from '../../api/checks.ts'
import { useRefreshImportedLinks } from '../../api/imports.ts'
import { useCancelJob, useJobs } from '../../api/jobs.ts'
import { isUnderWay, useRuns } from '../../api/runs.ts'
import { newRunPath, runPath } from '../../session/routes.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { EndedJob } from './EndedJob.tsx'
import { runCountsText } from './runCounts.ts'
import { RemainingChecks } from './RemainingChecks.tsx'
import styles from './jobs.module.css'

/** Long work in progress, with buttons to cancel it, and how the last one ended. */
export default function JobStrip() {
  const jobs = useJobs()
  const remaining = useRemainingChecks(jobs)
  const shown = useVisibleJobs(jobs)
  const [isOpen, setIsOpen] = useState(false)
  useRefreshCheckedLinks(jobs)
  useRefreshImportedLinks(jobs)
  if (shown.length === 0 && remaining === 0) return null
  const running = shown.filter(({ state }) => state === 'running')
  const ended = shown.filter(({ state }) => state !== 'running').toReversed()
  const hidden = ended.length - 1
  return (
    <section aria-label="Work in progress" className={styles['strip']} data-region>
      {running.map((job) => (
        <Running key={job.id} job={job} />
      ))}
      {ended.map((job, at) => (
        // Hidden ones keep their time and save their files.
        <EndedJob key={job.id} job={job} hidden={at > 0 && !isOpen} />
      ))}
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={styles['more'] ?? ''}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show ${formatCount(hidden, 'earlier result')}`}
        </Button>
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
