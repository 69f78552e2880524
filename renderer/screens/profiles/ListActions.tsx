import { Button, FileButton, Group } from '@mantine/core'
import { Download, Mail, Plus, Upload } from 'lucide-react'
import { useLocation } from 'wouter'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useExportProfiles, useImportProfiles } from '../../api/profiles.ts'
import { ImportReport } from './ImportReport.tsx'
import styles from './profiles.module.css'

/** Shows the list's actions: add a profile, paste an invitation, import and export. */
export function ListActions({ canExport }: { canExport: boolean }) {
  const [, go] = useLocation()
  const download = useExportProfiles()
  const importing = useImportProfiles()
  const problem = importing.error?.problem ?? download.error?.problem
  const importFile = (file: File | null) => {
    if (file) importing.mutate(file)
  }
  return (
    <>
      <Group className={styles['listActions']} gap={6}>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => go('/profiles/new')}
        >
          Add a service
        </Button>
        <Button
          variant="default"
          leftSection={<Mail size={15} aria-hidden />}
          onClick={() => go(windowPaths.invitation)}
        >
          Paste an invitation
        </Button>
        <FileButton accept=".json,application/json" onChange={importFile}>
          {({ onClick }) => (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Upload size={15} aria-hidden />}
              onClick={onClick}
            >
              Import
            </Button>
          )}
        </FileButton>
        {canExport && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Download size={15} aria-hidden />}
            onClick={() => download.mutate(undefined)}
          >
            Export all
          </Button>
        )}
      </Group>
      {problem && <ProblemView problem={problem} />}
      {importing.data && <ImportReport report={importing.data} />}
    </>
  )
}
