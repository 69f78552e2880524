import { Button } from '@mantine/core'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { CallOutput } from '../../../../contract/calls.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import styles from './backups.module.css'
import { formatCount } from '../../../ui/formatCount.ts'

type ListedBackup = CallOutput<'backups.list'>[number]

/** Shows the library's backups, creates one, and restores them. */
export function BackupsPanel() {
  return (
    <>
      <p className={styles['lead']}>
        Linkwright copies your links, drafts, presets, saved views and bulk runs once a day and before each
        update of their format. Restoring a backup adds what is missing from your library. It changes nothing
        that is there.
      </p>
      <BackUpButton />
      <BackupTable />
    </>
  )
}

function BackUpButton() {
  const backUp = useCallMutation('backups.make')
  return (
    <div className={styles['now']}>
      <Button
        variant="default"
        leftSection={<Archive size={15} aria-hidden />}
        loading={backUp.isPending}
        onClick={() => backUp.mutate({})}
      >
        Back up now
      </Button>
      <span role="status">{backUp.data && backupResultText(backUp.data)}</span>
      {backUp.error && <ProblemView problem={backUp.error.problem} />}
    </div>
  )
}

function backupResultText({ backup, cancelled }: CallOutput<'backups.make'>): string {
  if (backup) return `${formatCount(backup.links, 'link')} backed up.`
  return cancelled ? 'Cancelled. No backup was made.' : 'There are no links to back up yet.'
}

function BackupTable() {
  const backups = useCall('backups.list', {}, { staleTime: 0 })
  const [chosen, setChosen] = useState<ListedBackup | null>(null)
  if (backups.isPending) return <Loading label="Comparing the backups with your library" />
  if (backups.error) return <ProblemView problem={backups.error.problem} />
  if (backups.data.length === 0)
    return <p className={styles['lead']}>There is no backup with links in it yet.</p>
  return (
    <>
      <table className={styles['copies']}>
        <thead>
          <tr>
            <th scope="col">Made</th>
            <th scope="col">Links</th>
            <th scope="col">Missing from your library</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {backups.data.map((backup) => (
            <BackupRow key={backup.name} backup={backup} restore={() => setChosen(backup)} />
          ))}
        </tbody>
      </table>
      {chosen && <RestoreDialog backup={chosen} close={() => setChosen(null)} />}
    </>
  )
}

function BackupRow({
  backup: { name, madeAt, links, adds },
  restore,
}: {
  backup: ListedBackup
  restore: () => void
}) {
  return (
    <tr>
      <th scope="row">
        {formatTime(madeAt)}
        <span>{backupReason(name)}</span>
      </th>
      <td>{links.toLocaleString()}</td>
      <td>{adds === 0 ? 'None' : formatCount(adds, 'link')}</td>
      <td>
        <Button
          size="xs"
          variant="default"
          aria-label={`Preview the backup of ${formatTime(madeAt)}`}
          onClick={restore}
        >
          Preview…
        </Button>
      </td>
    </tr>
  )
}

/** Returns the reason for a backup, which is the end of its file name. */
function backupReason(name: string): string {
  if (name.endsWith('-library-by-hand.db')) return 'Created by you'
  return name.endsWith('-library-of-the-day.db') ? 'Daily' : 'Before an update'
}
