import { Box, Button, CloseButton, Group, Text } from '@mantine/core'
import { Info } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Notice } from '../../contract/app/calls/app/app.ts'
import type { Backup } from '../../contract/app/calls/app/backups.ts'
import { useNoticeRemoval } from '../api/app.ts'
import { useCallMutation } from '../api/useCall.ts'
import { useRunAction } from '../api/runs.ts'
import { runPath } from './routes.ts'
import { showToast } from '../ui/toast.ts'
import { formatTime } from '../ui/formatTime.ts'
import { ReportDialog, type ReportDialogProps } from './ReportDialog.tsx'
import { IconLine } from '../ui/IconLine.tsx'
import { formatCount } from '../ui/formatCount.ts'
import { SmallButton } from '../ui/variants.ts'

/** Shows the notice area of a window without work in progress. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  return <NoticeArea items={useNoticeItems(notices)} />
}

/**
 * Shows work in progress, then the most important notice, and the others on request. It is at the bottom, so that
 * nothing moves under the pointer.
 */
export function NoticeArea({ work = [], items }: { work?: ReactNode[]; items: ReactElement[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const hidden = items.length - 1
  if (work.length === 0 && items.length === 0) return null
  return (
    <Box
      component="section"
      flex="none"
      mah="40%"
      bg="var(--surface)"
      style={{ overflow: 'auto' }}
      aria-label="Notices"
      data-region
    >
      {work}
      {items.map((item, index) => (
        // Hidden ones stay mounted, because work that has ended may have to save its file.
        <div key={item.key} hidden={index > 0 && !isOpen}>
          {item}
        </div>
      ))}
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt={2}
          mb={4}
          ml="calc(var(--gutter) - 8px)"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show ${hidden.toLocaleString()} more`}
        </Button>
      )}
    </Box>
  )
}

/** Returns the notices, the most important first. A run's own page doesn't show notices about that run. */
export function useNoticeItems(notices: readonly Notice[]): ReactElement[] {
  const [path] = useLocation()
  return notices
    .filter(({ run }) => run === undefined || path !== runPath(run))
    .toSorted((one, other) => Number(hasAction(other)) - Number(hasAction(one)))
    .map((notice) => <NoticeLine key={notice.id} notice={notice} />)
}

function hasAction({ backup, report, run }: Notice): boolean {
  return backup !== undefined || report !== undefined || run !== undefined
}

function NoticeLine({ notice: { id, title, text, backup, report, run } }: { notice: Notice }) {
  const { mutate: dismiss } = useNoticeRemoval('app.dismissNotice')
  const { mutate: deleteReport } = useNoticeRemoval('app.deleteReport')
  return (
    <Group
      gap={10}
      wrap="nowrap"
      flex="none"
      py="xs"
      pl="var(--gutter)"
      pr="sm"
      bg="var(--accent-ground)"
      style={{ borderTop: '1px solid var(--accent-line)' }}
      role="status"
    >
      <IconLine icon={Info} size={16} iconColor="var(--accent-text)" gap={10} flex={1}>
        <Text component="strong" inherit display="block" fw={600}>
          {title}
        </Text>
        {text}
        {backup && ` ${backupText(backup)}`}
      </IconLine>
      {backup && <Restore backup={backup} done={() => dismiss({ id })} />}
      {report && <Report title={title} report={report} forget={() => deleteReport({ id })} />}
      {run !== undefined && <ResumeRun run={run} done={() => dismiss({ id })} />}
      <CloseButton
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        aria-label={`Dismiss: ${title}`}
        onClick={() => dismiss({ id })}
      />
    </Group>
  )
}

/** Resumes an interrupted run and opens its page. */
function ResumeRun({ run, done }: { run: string; done: () => void }) {
  const resume = useRunAction('runs.move')
  const [, go] = useLocation()
  const start = () =>
    resume.mutate(
      { id: run, event: 'resume' },
      {
        onSuccess: () => {
          done()
          go(runPath(run))
        },
      },
    )
  return (
    <>
      <SmallButton onClick={() => go(runPath(run))}>Show</SmallButton>
      <Button size="xs" loading={resume.isPending} onClick={start}>
        Resume
      </Button>
    </>
  )
}

/** Opens the report of an error. */
function Report(props: Omit<ReportDialogProps, 'close'>) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <SmallButton onClick={() => setOpened(true)}>View report</SmallButton>
      {opened && <ReportDialog {...props} close={() => setOpened(false)} />}
    </>
  )
}

/** Adds the links of a backup to the library. */
function Restore({ backup: { name, links }, done }: { backup: Backup; done: () => void }) {
  const restore = useCallMutation('backups.restore', {
    // Passed to the mutation itself, so that the toast is shown even if the notice was closed meanwhile.
    onSuccess: (restored) => showToast({ message: restoredText(restored.links), role: 'status' }),
  })
  const begin = () => restore.mutate({ backup: name }, { onSuccess: done })
  return (
    <SmallButton loading={restore.isPending} onClick={begin}>
      Restore {formatCount(links, 'link')}
    </SmallButton>
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
