import { Button, Progress } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { Notice } from '../../../contract/calls/app.ts'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { useRefreshCheckedLinks, useRemainingChecks } from '../../api/checks.ts'
import { useRefreshImportedLinks } from '../../api/imports.ts'
import { useJobs } from '../../api/jobs.ts'
import { isUnderWay, useRuns } from '../../api/runs.ts'
import { NoticeArea, useNoticeItems } from '../../session/Notices.tsx'
import { newRunPath, runPath } from '../../session/routes.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { EndedJob } from './EndedJob.tsx'
import { runCountsText } from './runCounts.ts'
import { RemainingChecks } from './RemainingChecks.tsx'
import styles from './jobs.module.css'

/** The area of work in progress with buttons to cancel it, of how work ended, and of the app's notices. */
export default function JobStrip({ notices = [] }: { notices?: readonly Notice[] }) {
  const jobs = useJobs()
  const remaining = useRemainingChecks(jobs)
  const shown = useVisibleJobs(jobs)
  const told = useNoticeItems(notices)
  useRefreshCheckedLinks(jobs)
  useRefreshImportedLinks(jobs)
  const running = shown.filter(({ state }) => state === 'running')
  const ended = shown.filter(({ state }) => state !== 'running').toReversed()
  // What just ended comes first: it is what the person waits for.
  const items = [
    ...ended.map((job) => ({
      id: job.id,
      // Hidden ones keep their time and save their files.
      show: (hidden: boolean) => <EndedJob job={job} hidden={hidden} />,
    })),
    ...told,
  ]
  const work = running.map((job) => <Running key={job.id} job={job} />)
  if (remaining > 0) work.push(<RemainingChecks key="checks" links={remaining} />)
  return <NoticeArea work={work} items={items} />
}

/** Hides jobs of runs on the page of a run, which shows the same. */
function useVisibleJobs(jobs: readonly Job[]): readonly Job[] {
  const [path] = useLocation()
  const isRunPage = path.startsWith('/bulk/') && path !== newRunPath
  return isRunPage ? jobs.filter(({ kind }) => kind !== 'run') : jobs
}

function Running({ job: { id, kind, done, total, counts } }: { job: Job }) {
  const cancel = useCallMutation('jobs.cancel')
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
