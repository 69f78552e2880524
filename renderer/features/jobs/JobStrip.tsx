import { Button, CloseButton, Progress } from '@mantine/core'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { useCancelJob, useDismissJob, useJobs } from '../../api/jobs.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SaveExport } from './SaveExport.tsx'
import { ends } from './ends.ts'
import styles from './jobs.module.css'

/** The work that goes on behind every screen: how far it is, a way to cancel it, and how it ended. */
export function JobStrip() {
  const jobs = useJobs()
  if (jobs.length === 0) return null
  return (
    <section aria-label="Work in progress" className={styles['strip']}>
      {jobs.map((job) =>
        job.state === 'running' ? <Running key={job.id} job={job} /> : <Ended key={job.id} job={job} />,
      )}
    </section>
  )
}

function Running({ job: { id, kind, done, total } }: { job: Job }) {
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
      <span className={styles['number']}>{reached(done, total)}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate({ id })}
      >
        Cancel
      </Button>
    </div>
  )
}

function reached(done: number, total: number | null): string {
  if (total !== null) return `${done.toLocaleString()} of ${total.toLocaleString()}`
  return done > 0 ? done.toLocaleString() : ''
}

function Ended({ job }: { job: Job }) {
  const { id, kind, state, problem } = job
  const dismiss = useDismissJob()
  const { doing } = longWork[kind]
  return (
    <div className={styles['job']}>
      <div role="status" className={styles['end']}>
        {problem ? (
          <ProblemView problem={problem} outcome={`${doing} has stopped.`} />
        ) : (
          (ends[kind]?.(job) ?? `${doing}: ${state}.`)
        )}
      </div>
      {kind === 'export' && state === 'finished' && <SaveExport job={id} />}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss.mutate({ id })} />
    </div>
  )
}
