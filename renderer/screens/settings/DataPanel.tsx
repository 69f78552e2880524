import { Group, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { useSession } from '../../session/Session.tsx'
import { useExport } from '../../api/exports.ts'
import { EraseEverything } from './EraseEverything.tsx'
import { dataFiles } from './dataFiles.ts'
import styles from './settings.module.css'
import { showProblem } from '../../api/offerUndo.ts'

/** Shows where data is stored, how to move or erase it, and what each file contains. */
export function DataPanel() {
  const { state } = useSession()
  return (
    <>
      <PanelText>
        Everything you do in Linkwright is kept in one folder on this computer: your links and drafts, their
        backups, and your profiles and settings. Only your account can read it, and nothing in it is sent
        anywhere. Your project keys are kept elsewhere: see Key storage.
      </PanelText>
      <Group
        gap={10}
        justify="space-between"
        px="sm"
        py={10}
        bg="var(--sunken)"
        bd="1px solid var(--line)"
        bdrs="md"
      >
        <Text component="code" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {state.dataFolder}
        </Text>
        <CopyButton text={state.dataFolder} label="Copy path" variant="default" size="xs" />
      </Group>
      <PanelText>
        To move to another computer, quit Linkwright and copy the whole folder. Then enter your keys there.
      </PanelText>
      <PanelPart title="Take your links with you">
        <PanelText>
          One file with every link in your library, archived ones too, and with your notes, tags, presets and
          saved views. You can import it here or on another computer.
        </PanelText>
        <ExportEverything />
      </PanelPart>
      <PanelPart title="Erase everything on this computer">
        <EraseEverything />
      </PanelPart>
      <Fold title="Files in this folder">
        <div className={styles['files']}>
          <FieldList rows={dataFiles.map(({ name, holds }) => ({ name, value: holds }))} />
        </div>
        <PanelText>
          While a database is in use, it has two more files that end in <code>-wal</code> and{' '}
          <code>-shm</code>.
        </PanelText>
      </Fold>
    </>
  )
}

/** Exports the whole library, without losing anything. */
function ExportEverything() {
  const start = useExport()
  const begin = () =>
    start.mutate({ which: { everything: true }, format: { kind: 'json' } }, { onError: showProblem })
  return (
    <ActionButton icon={Download} loading={start.isPending} onClick={begin}>
      Export everything
    </ActionButton>
  )
}
