import { Anchor, Button, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { Notice } from '../../../contract/app/calls/app/app.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { longWork } from '../../../contract/app/jobs/longWork.ts'
import { useRemainingChecks } from '../../api/checks.ts'
import { useRefreshAfterJobs } from '../../api/jobRefresh.ts'
import { useJobs } from '../../api/jobs.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { NoticeArea, useNoticeItems } from '../../session/Notices.tsx'
import { newRunPath, runPath } from '../../session/routes.ts'
import { callQuery, useCallMutation } from '../../api/useCall.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { formatCount } from '../../ui/formatCount.ts'
import { EndedJob } from './EndedJob.tsx'
import { jobLinks } from './jobSummaries.ts'
import { isRunJob, jobVerb, runCountsText } from './runCounts.ts'
import { useNotifyEnded } from './useNotifyEnded.ts'
import styles from './jobs.module.css'

/** Shows work in progress with buttons to cancel it, finished work, and the app's notices. */
export default function JobStrip({ notices = [] }: { notices?: readonly Notice[] }) {
  const jobs = useJobs()
  const remaining = useRemainingChecks(jobs)
  const visibleJobs = useVisibleJobs(jobs)
  const noticeItems = useNoticeItems(notices)
  useRefreshAfterJobs(jobs)
  useNotifyEnded(jobs)
  const running = visibleJobs.filter(({ state }) => state === 'running')
  const ended = visibleJobs.filter(({ state }) => state !== 'running').toReversed()
  // Work that has just finished comes first, because the user is waiting for it.
  const items = [...ended.map((job) => <EndedJob key={job.id} job={job} />), ...noticeItems]
  const work = running.map((job) => <Running key={job.id} job={job} />)
  if (remaining > 0) work.push(<RemainingChecks key="checks" links={remaining} />)
  return <NoticeArea work={work} items={items} />
}

/** Hides a job on the page that shows the same. A job that ends there counts as seen. */
function useVisibleJobs(jobs: readonly Job[]): readonly Job[] {
  const [path] = useLocation()
  const { mutate: dismiss } = useCallMutation('jobs.dismiss')
  // A run's page shows no progress of its rows' check.
  const isOwnPage = ({ run, kind, path: ownPath = run && runPath(run) }: Job) =>
    // The router has decoded the location.
    ownPath !== undefined && path === decodeURI(ownPath) && kind !== 'checkRows'
  const endedJobId = jobs.find((job) => isOwnPage(job) && job.state !== 'running')?.id
  useEffect(() => {
    if (endedJobId !== undefined) dismiss({ id: endedJobId })
  }, [endedJobId, dismiss])
  // The form for a new run shows how its table is read and checked.
  const isShownByForm = ({ kind, state }: Job) =>
    path === newRunPath && state === 'running' && (kind === 'readSheet' || kind === 'checkRows')
  return jobs.filter((job) => !isOwnPage(job) && !isShownByForm(job))
}

function Running({ job }: { job: Job }) {
  const { id, kind, done, total } = job
  const cancel = useCallMutation('jobs.cancel')
  const lead = isRunJob(kind) && jobLinks[kind]?.(job)
  const { doing } = longWork[kind]
  const runName = useRunName(job)
  return (
    <div className={styles['job']}>
      <Text span inherit maw="50%" fw={500} truncate title={runName}>
        {runName === undefined ? doing : `${doing} · ${runName}`}
      </Text>
      <Progress
        flex={1}
        miw={80}
        value={total === null || total === 0 ? 100 : (done / total) * 100}
        animated={total === null}
        aria-label={runName === undefined ? doing : `${doing}, ${runName}`}
      />
      <Text span inherit flex="none" c="dimmed">
        {progressText(job)}
      </Text>
      {/* Seconds since the last progress, to show that it is waiting. */}
      <Elapsed key={done} />
      {lead && (
        <Anchor component={Link} href={lead.href} inherit flex="none">
          {lead.label}
        </Anchor>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate({ id })}
      >
        {isRunJob(kind) ? 'Pause' : 'Cancel'}
      </Button>
    </div>
  )
}

/** Returns the name of a job's run, because several runs can be at the same step. */
function useRunName({ run: id }: Job): string | undefined {
  const query = useQuery({
    ...callQuery('runs.get', { id: id ?? '' }),
    enabled: id !== undefined,
    select: ({ run }) => run.name,
  })
  return query.data
}

function progressText({ kind, done, total, counts }: Job): string {
  const wait = (counts['held'] ?? 0) > 0 ? 'Waiting, because the service asked to · ' : ''
  if (total === null) return wait + (done > 0 ? done.toLocaleString() : '')
  return (
    wait +
    (isRunJob(kind)
      ? runCountsText(counts, total, jobVerb(kind))
      : `${done.toLocaleString()} of ${total.toLocaleString()}`)
  )
}

/** Shows how many links are still unchecked after a check was cancelled or interrupted. */
function RemainingChecks({ links }: { links: number }) {
  const resume = useCallMutation('checks.resume')
  const discard = useCallMutation('checks.discard')
  const failed = { onError: showProblem }
  const busy = resume.isPending || discard.isPending
  return (
    <div className={styles['job']} role="group" aria-label="Links to check">
      <Text span inherit flex={1} miw={0}>
        {formatCount(links, 'link still needs', 'links still need')} to be checked.
      </Text>
      <Button size="compact-sm" disabled={busy} onClick={() => resume.mutate({}, failed)}>
        Resume
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy}
        title="The links stay in your library. You can check them at any time."
        onClick={() => discard.mutate({}, failed)}
      >
        Discard
      </Button>
    </div>
  )
}
