import { Button, CloseButton } from '@mantine/core'
import { Info } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useLocation } from 'wouter'
import type { Notice } from '../../contract/calls/app.ts'
import type { Backup } from '../../contract/calls/library.ts'
import { useDeleteReport, useDismissNotice } from '../api/app.ts'
import { useRestoreBackup } from '../api/backups.ts'
import { useRunMutation } from '../api/runs.ts'
import { runPath } from './routes.ts'
import { showProblemToast } from '../ui/problem/showProblem.tsx'
import { showToast } from '../ui/toast.ts'
import { formatTime } from '../ui/formatTime.ts'
import type { ReportDialogProps } from './ReportDialog.tsx'
import styles from './notices.module.css'
import { formatCount } from '../ui/formatCount.ts'

const ReportDialog = lazy(() => import('./ReportDialog.tsx'))

/** Notices about what happened unasked. One about a run is hidden on that run's own page. */
export function Notices({ notices }: { notices: Notice[] }) {
  const { mutate: dismiss } = useDismissNotice()
  const { mutate: deleteReport } = useDeleteReport()
  const takingAway = (take: typeof dismiss, id: string) => () => {
    // The focused button disappears with its notice, so move the focus first.
    document.getElementById('screen')?.focus({ preventScroll: true })
    take(id, { onError: ({ problem }) => showProblemToast(problem) })
  }
  const [path] = useLocation()
  const visible = notices.filter(({ run }) => run === undefined || path !== runPath(run))
  return visible.map(({ id, title, text, backup, report, run }) => (
    <div key={id} className={styles['notice']} role="status">
      <Info size={16} aria-hidden />
      <p>
        <strong>{title}</strong> {text}
        {backup && ` ${backupText(backup)}`}
      </p>
      {backup && <Restore backup={backup} done={takingAway(dismiss, id)} />}
      {report && <Report title={title} report={report} forget={takingAway(deleteReport, id)} />}
      {run !== undefined && <ResumeRun run={run} done={takingAway(dismiss, id)} />}
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={takingAway(dismiss, id)} />
    </div>
  ))
}

/** Resumes an interrupted run and opens its page. */
function ResumeRun({ run, done }: { run: string; done: () => void }) {
  const resume = useRunMutation('runs.goOn')
  const [, go] = useLocation()
  const start = () =>
    resume.mutate(
      { id: run },
      {
        onSuccess: () => {
          done()
          go(runPath(run))
        },
        onError: ({ problem }) => showProblemToast(problem),
      },
    )
  return (
    <>
      <Button size="xs" variant="default" onClick={() => go(runPath(run))}>
        Show
      </Button>
      <Button size="xs" loading={resume.isPending} onClick={start}>
        Resume
      </Button>
    </>
  )
}

/** Opens what a bug left behind. */
function Report(props: Omit<ReportDialogProps, 'close'>) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        View report
      </Button>
      {opened && (
        <Suspense>
          <ReportDialog {...props} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Adds the links of a backup to the library. */
function Restore({ backup: { name, links }, done }: { backup: Backup; done: () => void }) {
  const restore = useRestoreBackup((restored) =>
    showToast({ message: restoredText(restored), role: 'status' }),
  )
  const begin = () =>
    restore.mutate(name, {
      onSuccess: done,
      onError: ({ problem }) => showProblemToast(problem),
    })
  return (
    <Button size="xs" variant="default" loading={restore.isPending} onClick={begin}>
      Restore {formatCount(links, 'link')}
    </Button>
  )
}

function backupText({ madeAt, links }: Backup): string {
  return `The backup of ${formatTime(madeAt)} has ${formatCount(links, 'link')}. Restoring it keeps every link you’ve created since.`
}

function restoredText(links: number): string {
  return links === 0
    ? 'Every link in the backup is already in your library.'
    : `${formatCount(links, 'link')} restored`
}
