import { Box, Button, FileButton, Group, Stack } from '@mantine/core'
import { CircleCheck, Download, Mail, Plus, TriangleAlert, Upload } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useExportProfiles, useImportProfiles } from '../../api/profiles.ts'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { Callout } from '../../ui/Callout.tsx'

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
      <Stack gap={6}>
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
        <Group gap={6} grow>
          <FileButton accept=".json,application/json" onChange={importFile}>
            {({ onClick }) => (
              <Button
                variant="subtle"
                color="gray"
                c="dimmed"
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
              c="dimmed"
              leftSection={<Download size={15} aria-hidden />}
              onClick={() => download.mutate(undefined)}
            >
              Export all
            </Button>
          )}
        </Group>
      </Stack>
      {problem && <ProblemView problem={problem} />}
      {importing.data && <ImportReport report={importing.data} />}
    </>
  )
}

/** Shows the result of an import: the added profiles, and why others were skipped. */
function ImportReport({ report: { added, skipped } }: { report: CallOutput<'profiles.import'> }) {
  const count = added.length
  return (
    <Callout
      tone={count > 0 ? 'good' : 'warn'}
      icon={count > 0 ? CircleCheck : TriangleAlert}
      role="status"
      title={count === 1 ? 'One profile was added' : `${count || 'No'} profiles were added`}
    >
      {count > 0 && <p>Exported files never contain keys. Enter one wherever it says “No key”.</p>}
      <Box component="ul" mt={6} pl={18} fz="sm" style={{ listStyle: 'disc' }}>
        {added.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/profiles/${id}`}>{name}</Link>
          </li>
        ))}
        {skipped.map(({ name, why }, index) => (
          <li key={`${name} ${index}`}>
            <strong>{name}</strong> was skipped. {why}
          </li>
        ))}
      </Box>
    </Callout>
  )
}
