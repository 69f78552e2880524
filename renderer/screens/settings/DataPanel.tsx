import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { useSession } from '../../session/Session.tsx'
import { useExport } from '../../api/exports.ts'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { EraseEverything } from './EraseEverything.tsx'
import { dataFiles } from './dataFiles.ts'
import styles from './settings.module.css'

/** Shows where data is stored and how to move or erase it, and on request each file. */
export function DataPanel() {
  const { state } = useSession()
  return (
    <>
      <p className={styles['lead']}>
        Everything you do in Linkwright is kept in one folder on this computer: your links and drafts, their
        backups, your profiles and settings, and the requests under Activity. Only your account can read it,
        and nothing in it is sent anywhere. Your project keys are kept elsewhere: see Key storage.
      </p>
      <div className={styles['folder']}>
        <code>{state.dataFolder}</code>
        <CopyButton text={state.dataFolder} label="Copy path" variant="default" size="xs" />
      </div>
      <p className={styles['lead']}>
        To move to another computer, quit Linkwright and copy the whole folder, then enter your keys again.
      </p>
      <section className={styles['part']} aria-labelledby="export-heading">
        <h3 id="export-heading">Take your links with you</h3>
        <p className={styles['lead']}>
          One file with every link in your library, archived ones too, and with your notes, tags, presets and
          saved views. You can import it again, also into another Linkwright.
        </p>
        <ExportEverything />
      </section>
      <section className={styles['part']} aria-labelledby="erase-heading">
        <h3 id="erase-heading">Erase everything on this computer</h3>
        <EraseEverything />
      </section>
      <Fold title="Files in this folder">
        <div className={styles['files']}>
          <FieldList rows={dataFiles.map(({ name, holds }) => ({ name, value: holds }))} />
        </div>
        <p className={styles['lead']}>
          A database in use has a <code>-wal</code> and a <code>-shm</code> file beside it, which belong to
          it.
        </p>
      </Fold>
    </>
  )
}

/** Exports the whole library without loss. */
function ExportEverything() {
  const start = useExport()
  const begin = () =>
    start.mutate(
      { which: { everything: true }, form: { kind: 'json' } },
      { onError: ({ problem }) => showProblemToast(problem) },
    )
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Download size={15} aria-hidden />}
        loading={start.isPending}
        onClick={begin}
      >
        Export everything
      </Button>
    </div>
  )
}
