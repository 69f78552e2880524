import { Button, CloseButton, Progress } from '@mantine/core'
import { Link } from 'wouter'
import type { Job } from '../../../contract/job.ts'
import { longWork } from '../../../contract/longWork.ts'
import { useCheckedLinks, useChecksLeft } from '../../api/checks.ts'
import { useImportedLinks } from '../../api/imports.ts'
import { useCancelJob, useDismissJob, useJobs } from '../../api/jobs.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { ends, leads } from './ends.ts'
import { FaultyRows } from './FaultyRows.tsx'
import { RunLead } from './RunLead.tsx'
import { LeftToCheck } from './LeftToCheck.tsx'
import { SaveExport } from './SaveExport.tsx'
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
