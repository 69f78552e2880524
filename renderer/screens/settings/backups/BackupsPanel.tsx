import { Group } from '@mantine/core'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import type { ListedBackup } from '../../../../contract/app/calls/app/backups.ts'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { PanelText } from '../../../ui/PanelPart.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { Table } from '../../../ui/Table.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

/** Shows the library's backups, creates one, and restores them. */
export function BackupsPanel() {
  return (
    <>
      <PanelText>
        Linkwright backs up your links with their checks and edits, drafts, presets, tracking rules, saved
        views and bulk runs. It does so once a day, and before an update changes how they are stored.
      </PanelText>
      <PanelText>
        Restoring a backup adds what is missing from your library, and leaves everything else as it is. Recent
        changes are not restored. Profiles, settings and keys are not in a backup; the service keeps visits.
      </PanelText>
      <BackUpButton />
      <BackupTable />
    </>
  )
}

function BackUpButton() {
  const backUp = useCallMutation('backups.make')
  return (
    <Group gap="sm">
      <ActionButton icon={Archive} loading={backUp.isPending} onClick={() => backUp.mutate({})}>
        Back up now
      </ActionButton>
      <span role="status">{backUp.data && backupResultText(backUp.data)}</span>
      {backUp.error && <ProblemView problem={backUp.error.problem} />}
    </Group>
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
  const failure = backups.error && (
    <ProblemView problem={backups.error.problem} retry={() => void backups.refetch()} />
  )
  if (!backups.data) return failure
  if (backups.data.length === 0 && !failure)
    return <PanelText>There are no backups with links yet.</PanelText>
  return (
    <>
      {failure}
      <Table
        fz="md"
        verticalSpacing={8}
        tabularNums
        columns={[
          {
            head: 'Created',
            cell: ({ name, madeAt }) => (
              <>
                {formatTime(madeAt)}
                <QuietText>{backupReason(name)}</QuietText>
              </>
            ),
            isRowHeader: true,
          },
          { head: 'Links', cell: ({ links }) => links?.toLocaleString() ?? 'Unknown' },
          { head: 'Missing from your library', cell: ({ adds }) => missingText(adds) },
          {
            head: null,
            isNumber: true,
            cell: (backup) =>
              backup.adds !== null && (
                <SmallButton
                  aria-label={`Preview the backup of ${formatTime(backup.madeAt)}`}
                  onClick={() => setChosen(backup)}
                >
                  Preview…
                </SmallButton>
              ),
          },
        ]}
        rows={backups.data}
        getKey={({ name }) => name}
      />
      {chosen && <RestoreDialog backup={chosen} close={() => setChosen(null)} />}
    </>
  )
}

function missingText(adds: number | null): string {
  if (adds === null) return 'Can’t be read: it is damaged, or from a newer version'
  return adds === 0 ? 'No links' : formatCount(adds, 'link')
}

/** Returns the reason for a backup, which is the end of its file name. */
function backupReason(name: string): string {
  if (name.endsWith('-library-by-hand.db')) return 'By you'
  return name.endsWith('-library-of-the-day.db') ? 'Daily' : 'Before an update'
}
